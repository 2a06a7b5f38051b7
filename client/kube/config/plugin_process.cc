#include "client/kube/config/plugin_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "client/kube/quoted.h"

namespace cpsizer::kube {
namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t kPieceBytes = size_t{16} << 10;
constexpr int kFirstFreeDescriptor = 3;

// A file descriptor that is closed by the destructor.
class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  ~Descriptor() { Close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int get() const { return fd_; }
  void Set(int fd) {
    Close();
    fd_ = fd;
  }
  void Close() {
    if (fd_ >= 0) close(fd_);
    fd_ = -1;
  }

 private:
  int fd_;
};

struct Pipe {
  Descriptor read;
  Descriptor write;

  bool Open() {
    int fds[2];
    if (pipe2(fds, O_CLOEXEC) != 0) return false;
    read.Set(fds[0]);
    write.Set(fds[1]);
    return fcntl(fds[0], F_SETFL, O_NONBLOCK) == 0;
  }
};

absl::Status NotStarted(int error) {
  return absl::FailedPreconditionError(absl::StrCat("could not be started: ", std::generic_category().message(error)));
}

std::vector<char*> Pointers(const std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  pointers.reserve(strings.size() + 1);
  for (const std::string& string : strings) pointers.push_back(const_cast<char*>(string.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

// Starts the program and sets `pid`. Returns 0, or an error number. This process may block signals. For this reason the
// program starts with no blocked signals, and with the default action for each signal.
int Spawn(const PluginProcess& process, int output, int error, pid_t& pid) {
  std::vector<std::string> arguments = {process.program};
  arguments.insert(arguments.end(), process.arguments.begin(), process.arguments.end());
  std::vector<std::string> variables;
  for (const auto& [name, value] : process.environment) variables.push_back(absl::StrCat(name, "=", value));

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, error, STDERR_FILENO);
  posix_spawn_file_actions_addclosefrom_np(&actions, kFirstFreeDescriptor);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t signals;
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(&attributes, &signals);
  sigfillset(&signals);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  const int failure = posix_spawn(&pid, process.program.c_str(), &actions, &attributes, Pointers(arguments).data(),
                                  Pointers(variables).data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return failure;
}

// Appends to `text` the bytes that can be read from `fd` without waiting. Keeps at most `max_bytes` + 1 bytes in
// `text`, so that the caller can detect an output that is too long. Returns false at the end of the pipe.
bool Drain(int fd, size_t max_bytes, std::string& text) {
  char piece[kPieceBytes];
  // Limits the number of bytes of one call, because a program may write without end.
  for (size_t bytes = 0; bytes <= kMaxPluginOutputBytes;) {
    const ssize_t count = read(fd, piece, sizeof piece);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return count < 0;
    bytes += static_cast<size_t>(count);
    text.append(piece, std::min(static_cast<size_t>(count), max_bytes + 1 - text.size()));
  }
  return true;
}

int MillisecondsUntil(Clock::time_point deadline) {
  const auto rest = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
  return static_cast<int>(std::clamp<int64_t>(rest, 0, 1'000'000));
}

// Reads standard output and standard error until the program has ended. Returns an error if the caller must kill the
// program.
absl::Status Collect(const PluginProcess& process, int pid_fd, int output_fd, int error_fd, PluginResult& result) {
  const absl::Duration timeout = std::min(process.timeout, absl::Hours(24));
  const Clock::time_point deadline = Clock::now() + absl::ToChronoNanoseconds(timeout);
  pollfd fds[] = {{pid_fd, POLLIN, 0}, {output_fd, POLLIN, 0}, {error_fd, POLLIN, 0}};
  bool ended = false;
  while (!ended) {
    const int ready = poll(fds, 3, MillisecondsUntil(deadline));
    if (ready < 0 && errno != EINTR) return NotStarted(errno);
    // Checks first whether the program has ended, and reads the pipes after this check. In the other order, output that
    // the program writes between the read and the check would be lost.
    ended = ready > 0 && fds[0].revents != 0;
    if (!Drain(output_fd, process.max_output_bytes, result.output)) fds[1].fd = -1;
    if (!Drain(error_fd, kMaxPluginErrorBytes - 1, result.error)) fds[2].fd = -1;
    if (result.output.size() > process.max_output_bytes) {
      return absl::ResourceExhaustedError(
          absl::StrCat("was killed: it printed more than ", process.max_output_bytes, " bytes"));
    }
    if (!ended && Clock::now() >= deadline) {
      return absl::DeadlineExceededError(
          absl::StrCat("was killed: it was still running after ", absl::FormatDuration(process.timeout)));
    }
  }
  return absl::OkStatus();
}

absl::Status EndOf(pid_t pid) {
  int status = 0;
  pid_t reaped;
  do {
    reaped = waitpid(pid, &status, 0);
  } while (reaped < 0 && errno == EINTR);
  if (reaped < 0) return absl::FailedPreconditionError("ended with an unknown status");
  if (WIFSIGNALED(status)) return absl::FailedPreconditionError(absl::StrCat("was ended by signal ", WTERMSIG(status)));
  if (WEXITSTATUS(status) == 0) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat("ended with exit code ", WEXITSTATUS(status)));
}

bool IsProgram(const std::string& path) {
  struct stat info = {};
  return stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) && access(path.c_str(), X_OK) == 0;
}

}  // namespace

absl::StatusOr<std::string> FindProgram(const std::string& command, const Environment& environment) {
  if (command.find('/') != std::string::npos) {
    if (IsProgram(command)) return command;
    return absl::NotFoundError(absl::StrCat(Quoted(command), " is not an executable file"));
  }
  const std::string folders = ValueOf(environment, "PATH");
  for (const absl::string_view folder : absl::StrSplit(folders, ':', absl::SkipEmpty())) {
    std::string path = absl::StrCat(folder, "/", command);
    if (path[0] == '/' && IsProgram(path)) return path;
  }
  return absl::NotFoundError(absl::StrCat(Quoted(command), " is not in PATH"));
}

PluginResult RunPlugin(const PluginProcess& process) {
  PluginResult result;
  Pipe output, error;
  pid_t pid = 0;
  const int failure =
      output.Open() && error.Open() ? Spawn(process, output.write.get(), error.write.get(), pid) : errno;
  if (failure != 0) {
    result.status = NotStarted(failure);
    return result;
  }
  output.write.Close();
  error.write.Close();
  // Uses syscall(), because glibc 2.36 declares pidfd_open() without C linkage.
  const Descriptor pid_fd(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
  result.status = pid_fd.get() < 0 ? NotStarted(errno)
                                   : Collect(process, pid_fd.get(), output.read.get(), error.read.get(), result);
  if (!result.status.ok()) kill(-pid, SIGKILL);
  const absl::Status end = EndOf(pid);
  if (result.status.ok()) result.status = end;
  return result;
}

}  // namespace cpsizer::kube
