/* load PORT < QUEUES: sends ready HTTP requests over keep-alive connections, one in flight on each.
 *
 * The connections come some time apart, as players do: of several processes that share an address whoever wakes first
 * takes all that wait there. Numbers are 32 bits, little-endian. Input: queues; for each queue its requests; for each request its bytes, then these.
 * Output: seconds in all, then seconds for each request, as doubles. Whatever is not answered 200 ends it with status 1. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { ANSWER = 1 << 18, READY = 64, PATIENCE_MS = 10000, APART_US = 2000 };

struct connection {
    int socket, received;
    uint32_t left;
    const char *next;
    double begun;
    char answer[ANSWER];
};

static void fail(const char *what, const char *more) {
    fprintf(stderr, "%s %.400s\n", what, more);
    exit(1);
}

static double now(void) {
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec + (double)at.tv_nsec * 1e-9;
}

static uint32_t number(const char *at) {
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static char *whole_input(void) {
    size_t size = 0, room = 1 << 20;
    char *text = malloc(room);
    for (ssize_t got; (got = read(STDIN_FILENO, text + size, room - size)) > 0;) {
        size += (size_t)got;
        if (size == room && !(text = realloc(text, room *= 2))) fail("no memory", "");
    }
    return text;
}

static int connected(int port) {
    int one = 1, found = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    inet_pton(AF_INET, "127.0.0.1", &to.sin_addr);
    if (connect(found, (struct sockaddr *)&to, sizeof to)) fail("no connection", "");
    setsockopt(found, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    usleep(APART_US);
    return found;
}

static int send_next(struct connection *one) {
    if (!one->left) return 0;
    uint32_t size = number(one->next);
    one->received = 0;
    one->begun = now();
    if (send(one->socket, one->next + 4, size, MSG_NOSIGNAL) != (ssize_t)size) fail("a request was cut off", "");
    one->next += 4 + size;
    one->left--;
    return 1;
}

static int is_answered(struct connection *one) {
    int got = (int)recv(one->socket, one->answer + one->received, ANSWER - 1 - (size_t)one->received, 0);
    if (got <= 0) fail("the server closed a connection", "");
    one->received += got;
    one->answer[one->received] = 0;
    char *body = strstr(one->answer, "\r\n\r\n");
    if (!body) return 0;
    char *said = strcasestr(one->answer, "\r\ncontent-length:");
    if (!said || said > body) fail("an answer does not say its length:", one->answer);
    if (one->received < body + 4 - one->answer + atoi(said + 17)) return 0;
    if (strncmp(one->answer, "HTTP/1.1 200", 12)) fail("refused:", one->answer);
    return 1;
}

int main(int count, char **words) {
    if (count != 2) fail("load PORT < QUEUES", "");
    const char *at = whole_input();
    uint32_t queues = number(at), total = 0, live = 0;
    struct connection *all = calloc(queues, sizeof *all);
    int ready = epoll_create1(0);
    at += 4;
    for (uint32_t queue = 0; queue < queues; queue++) {
        struct connection *one = all + queue;
        struct epoll_event wanted = {.events = EPOLLIN, .data.ptr = one};
        one->left = number(at);
        one->next = at += 4;
        one->socket = connected(atoi(words[1]));
        epoll_ctl(ready, EPOLL_CTL_ADD, one->socket, &wanted);
        total += one->left;
        for (uint32_t skipped = 0; skipped < one->left; skipped++) at += 4 + number(at);
    }
    double *took = calloc(total + 1, sizeof *took);
    uint32_t answered = 0;
    double begun = now();
    for (uint32_t queue = 0; queue < queues; queue++) live += (uint32_t)send_next(all + queue);
    while (live) {
        struct epoll_event events[READY];
        int found = epoll_wait(ready, events, READY, PATIENCE_MS);
        if (found <= 0) fail("no answer in time", "");
        for (int event = 0; event < found; event++) {
            struct connection *one = events[event].data.ptr;
            if (!is_answered(one)) continue;
            took[++answered] = now() - one->begun;
            live -= (uint32_t)!send_next(one);
        }
    }
    took[0] = now() - begun;
    return fwrite(took, sizeof *took, total + 1, stdout) != total + 1;
}
