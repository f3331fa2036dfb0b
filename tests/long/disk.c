// A disk and a clock that misbehave, for tests: preloaded, it stands between a process and its C library.
//
//   disk_fail(n, error)   the n-th write, sync or truncation of a file in DISK_FOLDER fails once with this error
//   disk_record(fd)       every such call is written to a file: what a loss of power would leave can be computed from it
//   clock_set(shift, frozen)   the date is so many seconds off, or stands still; monotonic clocks are left alone
//
// A record is: kind, length of the path, offset, length of the data; the path; the data. A file whose name ends in
// "acknowledged" is recorded, but its calls never fail and do not count.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { FILES = 4096 };
static char paths[FILES][256];
static long counted = 0, failing = -1;
static int with_error = 0, record = -1;

struct Header { int64_t kind, path, offset, length; };

void disk_fail(long number, int error) { counted = 0, failing = number, with_error = error; }
void disk_record(int file) { record = file; }
long disk_count(void) { return counted; }

static void note(int file, const char* path) {
    const char* folder = getenv("DISK_FOLDER");
    if (file < 0 || file >= FILES) return;
    paths[file][0] = 0;
    if (folder && strncmp(path, folder, strlen(folder)) == 0) snprintf(paths[file], sizeof paths[0], "%s", path);
}

static int is_report(const char* path) {
    size_t length = strlen(path);
    return length > 12 && strcmp(path + length - 12, "acknowledged") == 0;
}

// Whether this call is to fail; otherwise it is recorded.
static int fails(char kind, int file, int64_t offset, const void* data, int64_t length) {
    if (file < 0 || file >= FILES || !paths[file][0]) return 0;
    const char* path = paths[file];
    size_t end = strlen(path);
    if (end > 4 && strcmp(path + end - 4, "-shm") == 0) return 0;  // memory, made again after a crash
    if (!is_report(path) && ++counted == failing) {
        errno = with_error;
        return 1;
    }
    if (record >= 0) {
        struct Header header = {kind, (int64_t)end, offset, data ? length : 0};
        int64_t size = data ? 0 : length;
        if (kind == 't') header.offset = size;
        syscall(SYS_write, record, &header, sizeof header);
        syscall(SYS_write, record, path, end);
        if (data) syscall(SYS_write, record, data, length);
    }
    return 0;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int opened(const char* path, int flags, int mode) {
    int file = (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
    note(file, path);
    return file;
}
int open(const char* path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    int mode = va_arg(more, int);
    va_end(more);
    return opened(path, flags, mode);
}
int open64(const char* path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    int mode = va_arg(more, int);
    va_end(more);
    return opened(path, flags | O_LARGEFILE, mode);
}
int close(int file) {
    if (file >= 0 && file < FILES) paths[file][0] = 0;
    return (int)syscall(SYS_close, file);
}
ssize_t write(int file, const void* data, size_t length) {
    if (fails('w', file, (int64_t)syscall(SYS_lseek, file, 0, SEEK_CUR), data, (int64_t)length)) return -1;
    return syscall(SYS_write, file, data, length);
}
ssize_t pwrite(int file, const void* data, size_t length, off_t offset) {
    return fails('w', file, offset, data, (int64_t)length) ? -1 : syscall(SYS_pwrite64, file, data, length, offset);
}
ssize_t pwrite64(int file, const void* data, size_t length, off64_t offset) {
    return fails('w', file, offset, data, (int64_t)length) ? -1 : syscall(SYS_pwrite64, file, data, length, offset);
}
int ftruncate(int file, off_t length) {
    return fails('t', file, 0, NULL, length) ? -1 : (int)syscall(SYS_ftruncate, file, length);
}
int ftruncate64(int file, off64_t length) {
    return fails('t', file, 0, NULL, length) ? -1 : (int)syscall(SYS_ftruncate, file, length);
}
int fsync(int file) { return fails('s', file, 0, NULL, 0) ? -1 : (int)syscall(SYS_fsync, file); }
int fdatasync(int file) { return fails('s', file, 0, NULL, 0) ? -1 : (int)syscall(SYS_fdatasync, file); }
int unlink(const char* path) {
    const char* folder = getenv("DISK_FOLDER");
    if (record >= 0 && folder && strncmp(path, folder, strlen(folder)) == 0) {
        struct Header header = {'u', (int64_t)strlen(path), 0, 0};
        syscall(SYS_write, record, &header, sizeof header);
        syscall(SYS_write, record, path, strlen(path));
    }
    return (int)syscall(SYS_unlink, path);
}

// --- the clock, shared by all processes through the file CLOCK_FILE ---

struct Clock { int64_t shift, frozen; };

static struct Clock* clock_state(void) {
    static struct Clock none, *state = NULL;
    if (!state) {
        const char* name = getenv("CLOCK_FILE");
        int file = name ? (int)syscall(SYS_openat, AT_FDCWD, name, O_RDWR, 0) : -1;
        void* found = file < 0 ? MAP_FAILED : mmap(NULL, sizeof(struct Clock), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        state = found == MAP_FAILED ? &none : found;
        if (file >= 0) syscall(SYS_close, file);
    }
    return state;
}
int clock_gettime(clockid_t which, struct timespec* now) {
    int done = (int)syscall(SYS_clock_gettime, which, now);
    struct Clock* state = clock_state();
    if (done == 0 && (which == CLOCK_REALTIME || which == CLOCK_REALTIME_COARSE)) {
        now->tv_sec = state->frozen ? state->frozen : now->tv_sec + state->shift;
        if (state->frozen) now->tv_nsec = 0;
    }
    return done;
}
int gettimeofday(struct timeval* now, void* zone) {
    (void)zone;
    struct timespec found;
    clock_gettime(CLOCK_REALTIME, &found);
    now->tv_sec = found.tv_sec, now->tv_usec = found.tv_nsec / 1000;
    return 0;
}
time_t time(time_t* where) {
    struct timespec found;
    clock_gettime(CLOCK_REALTIME, &found);
    if (where) *where = found.tv_sec;
    return found.tv_sec;
}
