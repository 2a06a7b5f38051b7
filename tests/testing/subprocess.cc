#include "tests/testing/subprocess.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "absl/time/clock.h"

extern char** environ;

namespace cpsizer::testing {
namespace {

absl::Status SystemError(absl::string_view what, int error) {
  return absl::InternalError(absl::StrCat(what, ": ", strerror(error)));
}

// A descriptor that is closed at the end of its scope, unless it is released.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int get() const { return fd_; }
  int release() { return std::exchange(fd_, -1); }

 private:
  int fd_;
};

// Returns a file with the input. A pipe would need a thread that writes the input.
int InputFile(absl::string_view input) {
  const int fd = memfd_create("stdin", MFD_CLOEXEC);
  while (fd >= 0 && !input.empty()) {
    const ssize_t written = write(fd, input.data(), input.size());
    if (written < 0) {
      close(fd);
      return -1;
    }
    input.remove_prefix(static_cast<size_t>(written));
  }
  if (fd >= 0) lseek(fd, 0, SEEK_SET);
  return fd;
}

std::vector<std::string> Environment(const std::vector<std::string>& additions) {
  std::vector<std::string> environment = additions;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const absl::string_view name = absl::string_view(*entry).substr(0, strcspn(*entry, "=") + 1);
    bool replaced = false;
    for (const std::string& addition : additions) replaced |= absl::StartsWith(addition, name);
    if (!replaced) environment.emplace_back(*entry);
  }
  return environment;
}

std::vector<char*> Pointers(const std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  for (const std::string& string : strings) pointers.push_back(const_cast<char*>(string.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

// Starts the program. Returns 0 or an error number.
int Spawn(const std::vector<std::string>& command, const std::vector<std::string>& additions, int input, int output,
          int error, pid_t& pid) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, error, STDERR_FILENO);
  const std::vector<std::string> environment = Environment(additions);
  const int failure =
      posix_spawnp(&pid, command[0].c_str(), &actions, nullptr, Pointers(command).data(), Pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  return failure;
}

int ExitCode(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// Returns whether the first thread of the process blocks the signal. Returns false if the process has ended.
bool BlocksSignal(pid_t pid, int signal) {
  std::ifstream status(absl::StrCat("/proc/", pid, "/status"));
  for (std::string line; std::getline(status, line);) {
    absl::string_view mask = line;
    if (!absl::ConsumePrefix(&mask, "SigBlk:\t")) continue;
    uint64_t held = 0;
    return absl::SimpleHexAtoi(mask, &held) && (held >> (signal - 1) & 1) != 0;
  }
  return false;
}

absl::optional<std::string> FindLine(absl::string_view text, absl::FunctionRef<bool(absl::string_view)> wanted) {
  std::vector<absl::string_view> lines = absl::StrSplit(text, '\n');
  lines.pop_back();  // the part after the last line feed is incomplete
  for (const absl::string_view line : lines) {
    if (wanted(line)) return std::string(line);
  }
  return absl::nullopt;
}

}  // namespace

absl::StatusOr<std::unique_ptr<Subprocess>> Subprocess::Start(const std::vector<std::string>& command,
                                                              const SubprocessOptions& options) {
  int output[2];
  int error[2];
  if (pipe2(output, O_CLOEXEC) != 0) return SystemError("pipe", errno);
  Descriptor output_read(output[0]), output_write(output[1]);
  if (pipe2(error, O_CLOEXEC) != 0) return SystemError("pipe", errno);
  Descriptor error_read(error[0]), error_write(error[1]);
  const Descriptor input(InputFile(options.input));
  if (input.get() < 0) return SystemError("standard input", errno);

  pid_t pid = 0;
  const int failure = Spawn(command, options.environment, input.get(), output_write.get(), error_write.get(), pid);
  if (failure != 0) return SystemError(command[0], failure);
  // pidfd_open() is not used: glibc 2.36 declares it without C linkage.
  const int pid_fd = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
  if (pid_fd < 0) return SystemError("pidfd_open", errno);
  return std::unique_ptr<Subprocess>(new Subprocess(pid, pid_fd, output_read.release(), error_read.release()));
}

Subprocess::Subprocess(pid_t pid, int pid_fd, int output_fd, int error_fd)
    : pid_(pid), collector_([this, pid_fd, output_fd, error_fd] { Collect(pid_fd, output_fd, error_fd); }) {}

Subprocess::~Subprocess() {
  Signal(SIGKILL);
  collector_.join();
}

void Subprocess::Signal(int signal) {
  const absl::MutexLock lock(&mutex_);
  if (!exit_code_.has_value()) kill(pid_, signal);
}

bool Subprocess::WaitUntilSigtermIsBlocked(absl::Duration timeout) {
  // Polls, because the kernel sends no notification when a signal mask changes.
  for (const absl::Time end = absl::Now() + timeout; absl::Now() < end; absl::SleepFor(absl::Milliseconds(1))) {
    if (BlocksSignal(pid_, SIGTERM)) return true;
    if (Wait(absl::ZeroDuration()).has_value()) return false;
  }
  return false;
}

void Subprocess::Collect(int pid_fd, int output_fd, int error_fd) {
  const Descriptor end(pid_fd), output(output_fd), error(error_fd);
  fcntl(output_fd, F_SETFL, O_NONBLOCK);
  fcntl(error_fd, F_SETFL, O_NONBLOCK);
  pollfd fds[] = {{pid_fd, POLLIN, 0}, {output_fd, POLLIN, 0}, {error_fd, POLLIN, 0}};
  bool ended = false;
  while (!ended) {
    poll(fds, 3, -1);
    // Checks for the exit before reading the pipes, so that the last read gets all remaining output.
    ended = (fds[0].revents & POLLIN) != 0;
    const absl::MutexLock lock(&mutex_);
    for (const int i : {1, 2}) {
      char buffer[65536];
      ssize_t bytes;
      while ((bytes = read(fds[i].fd, buffer, sizeof buffer)) > 0) {
        (i == 1 ? output_ : error_).append(buffer, static_cast<size_t>(bytes));
      }
      if (bytes == 0) fds[i].fd = -1;
    }
    if (!ended) continue;
    int status = 0;
    waitpid(pid_, &status, 0);
    exit_code_ = ExitCode(status);
  }
}

absl::optional<int> Subprocess::Wait(absl::Duration timeout) {
  const absl::MutexLock lock(&mutex_);
  const auto ended = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return exit_code_.has_value(); };
  mutex_.AwaitWithTimeout(absl::Condition(&ended), timeout);
  return exit_code_;
}

absl::optional<std::string> Subprocess::WaitForLine(absl::FunctionRef<bool(absl::string_view)> wanted,
                                                    absl::Duration timeout) {
  const absl::MutexLock lock(&mutex_);
  absl::optional<std::string> line;
  const auto found = [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    line = FindLine(output_, wanted);
    if (!line.has_value()) line = FindLine(error_, wanted);
    return line.has_value() || exit_code_.has_value();
  };
  mutex_.AwaitWithTimeout(absl::Condition(&found), timeout);
  return line;
}

std::string Subprocess::standard_output() {
  const absl::MutexLock lock(&mutex_);
  return output_;
}

std::string Subprocess::standard_error() {
  const absl::MutexLock lock(&mutex_);
  return error_;
}

std::vector<std::string> WithDescriptors(int limit, const std::vector<std::string>& command) {
  std::vector<std::string> with = {"sh", "-c", absl::StrCat("ulimit -n ", limit, "; exec \"$0\" \"$@\"")};
  with.insert(with.end(), command.begin(), command.end());
  return with;
}

absl::StatusOr<FinishedProcess> RunProcess(const std::vector<std::string>& command, const SubprocessOptions& options,
                                           absl::Duration timeout) {
  absl::StatusOr<std::unique_ptr<Subprocess>> process = Subprocess::Start(command, options);
  if (!process.ok()) return process.status();
  const absl::optional<int> exit_code = (*process)->Wait(timeout);
  if (!exit_code.has_value()) {
    return absl::DeadlineExceededError(absl::StrCat(command[0], " still ran after ", absl::FormatDuration(timeout),
                                                    "; standard error: ", (*process)->standard_error()));
  }
  return FinishedProcess{*exit_code, (*process)->standard_output(), (*process)->standard_error()};
}

}  // namespace cpsizer::testing
