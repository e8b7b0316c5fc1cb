// The checks of replay/standalone/verify.mjs, which the service hands out under this name.

export interface Check {
  number: number;
  name: string;
  status: "passed" | "failed" | "not possible";
  reason: string | null;
  line: number | null;
}

export interface Report {
  checks: Check[];
  first_wrong_line: number | null;
  head: string | null;
}

/** Bytes that a record may have. */
export const RECORD_BYTES: number;

/** Say whether any line, however damaged the others are, is an object with a header or an entry. */
export function isRecord(bytes: Uint8Array): boolean;

/** Return what the checks of a record find; `progress` hears now and then which share of them is done. */
export function report(bytes: Uint8Array, progress?: (share: number) => void): Report;
