#include "tests/e2e/load/steady_callers.h"

#include <chrono>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "tests/e2e/calls.h"

namespace cpsizer::e2e {
namespace {

constexpr std::chrono::seconds kSteadyCallersDeadline(60);
constexpr size_t kReportedFailures = 20;

// Returns the address of the server that responded, such as `127.0.0.1:40123`.
std::string PeerAddress(const grpc::ClientContext& context) {
  return std::string(absl::StripPrefix(context.peer(), "ipv4:"));
}

}  // namespace

SteadyCallers::SteadyCallers(const std::vector<std::shared_ptr<grpc::Channel>>& channels, int threads_per_channel)
    : threads_per_channel_(threads_per_channel), answers_(channels.size()) {
  for (size_t i = 0; i < channels.size(); ++i) {
    for (int thread = 0; thread < threads_per_channel; ++thread) {
      threads_.emplace_back([this, channel = channels[i], i] { Call(channel, i); });
    }
  }
}

SteadyCallers::~SteadyCallers() {
  done_ = true;
  for (std::thread& thread : threads_) thread.join();
}

bool SteadyCallers::WaitForAnswersOf(const std::string& address, absl::Duration timeout) {
  const absl::MutexLock lock(&mutex_);
  std::vector<int64_t> enough;
  // When this function is called, each thread may be processing an earlier response. Therefore one response more than
  // the number of threads is required.
  for (Answers& answers : answers_) enough.push_back(answers[address] + threads_per_channel_ + 1);
  const auto answered = [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    for (size_t i = 0; i < enough.size(); ++i) {
      if (answers_[i][address] < enough[i]) return false;
    }
    return true;
  };
  return mutex_.AwaitWithTimeout(absl::Condition(&answered), timeout);
}

std::string SteadyCallers::FirstFailures() {
  const absl::MutexLock lock(&mutex_);
  return absl::StrJoin(first_failures_, "\n");
}

void SteadyCallers::Call(const std::shared_ptr<grpc::Channel>& channel, size_t client) {
  const auto stub = v1::SizingService::NewStub(channel);
  while (!done_) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + kSteadyCallersDeadline);
    const grpc::Status status = Recommend(*stub, context);
    ++calls_;
    const absl::MutexLock lock(&mutex_);
    if (status.ok()) {
      ++answers_[client][PeerAddress(context)];
      continue;
    }
    ++failures_;
    if (first_failures_.size() == kReportedFailures) continue;
    first_failures_.push_back(
        absl::StrCat(status.error_code(), ": ", status.error_message(), " (", context.peer(), ")"));
  }
}

}  // namespace cpsizer::e2e
