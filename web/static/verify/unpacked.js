/** What a chosen file holds: a record as it is, or as programs pack it for a disk. */

/** @typedef {"" | "archive" | "packed"} Form what only another program opens: many files in one, or one packed otherwise */
/** @typedef {{bytes: Uint8Array<ArrayBuffer> | null, form: Form}} Held nothing of a form, nor of more than a record may be */

const GZIP = [0x1f, 0x8b];
/** @type {[number[], Form][]} by how such files begin */
const FORMS = [
  [[0x50, 0x4b, 0x03, 0x04], "archive"],
  [[0x50, 0x4b, 0x05, 0x06], "archive"], // without members
  [[0x42, 0x5a, 0x68], "packed"], // bzip2
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], "packed"], // xz
];

/**
 * Read a file, unpacked if gzip has packed it; throws TypeError for one that is damaged.
 *
 * @param {File} file
 * @param {number} most bytes of a record
 * @returns {Promise<Held>}
 */
export async function held(file, most) {
  const head = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  const begins = (/** @type {number[]} */ magic) => magic.every((byte, place) => head[place] === byte);
  const form = FORMS.find(([magic]) => begins(magic))?.[1] ?? "";
  if (begins(GZIP)) return { bytes: await unpacked(file, most), form };
  return { bytes: form !== "" || file.size > most ? null : new Uint8Array(await file.arrayBuffer()), form };
}

/**
 * @param {File} file
 * @param {number} most bytes that are made of it: a small file may hold any number
 */
async function unpacked(file, most) {
  const reader = file.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  const parts = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    size += part.value.length;
    if (size > most) {
      await reader.cancel();
      return null;
    }
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
