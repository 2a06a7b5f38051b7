#include "tests/bench/load_generator.h"

#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "tests/bench/machine.h"
#include "tests/bench/requests.h"

namespace cpsizer::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kTimeoutAfterEnd{5};

struct Call {
  const LoadRequest* request = nullptr;
  absl::optional<grpc::ClientContext> context;
  grpc::ByteBuffer response;
  grpc::Status status;
  std::unique_ptr<grpc::GenericClientAsyncResponseReader> reader;
  // The time at which the call was sent or, in the open loop, the time for which the call was scheduled.
  Clock::time_point start;
};

double Micros(Clock::duration duration) {
  return std::chrono::duration<double, std::micro>(duration).count();
}

double Percentile(std::vector<float>& values, double share) {
  if (values.empty()) return 0;
  const auto nth = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), nth, values.end());
  return *nth;
}

// The CPU times at one moment.
struct CpuTimes {
  CpuTimes(Clock::time_point now, pid_t server_process)
      : when(now), server(CpuTimeOf(server_process)), ours(CpuTimeOf(getpid())), machine(CpuTimeOfMachine()) {}

  Clock::time_point when;
  absl::Duration server;
  absl::Duration ours;
  absl::Duration machine;
};

class LoadGenerator {
 public:
  LoadGenerator(const std::string& address, pid_t server, const Load& load)
      : server_(server),
        load_(load),
        request_(load.requests.front().bytes),
        version_at_(request_.find(kResourceVersion)),
        stubs_(MakeStubs(address, load)) {
    for (const LoadRequest& request : load.requests) buffers_.push_back(BufferOf(request.bytes));
  }

  Measurement Run() {
    const Clock::time_point begin = Clock::now();
    measured_from_ = begin + absl::ToChronoNanoseconds(load_.warm_up);
    measured_to_ = measured_from_ + absl::ToChronoNanoseconds(load_.window);
    if (load_.calls_per_second > 0) {
      RunOpenLoop(begin);
    } else {
      RunClosedLoop();
    }
    Measurement measurement = Summarize();
    const auto deadline = std::chrono::system_clock::now() + kTimeoutAfterEnd;
    while (in_flight_ > 0 && TakeAnswer(deadline)) {
    }
    measurement.unfinished = in_flight_;
    if (measurement.calls == 0) CountError("no call was answered in the window");
    measurement.errors = errors_;
    measurement.first_error = first_error_;
    for (const std::unique_ptr<Call>& call : calls_) call->context->TryCancel();
    while (in_flight_ > 0 && TakeAnswer(std::chrono::system_clock::time_point::max())) {
    }
    return measurement;
  }

 private:
  static std::vector<std::unique_ptr<grpc::GenericStub>> MakeStubs(const std::string& address, const Load& load) {
    grpc::ChannelArguments arguments;
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    arguments.SetMaxReceiveMessageSize(-1);
    std::vector<std::unique_ptr<grpc::GenericStub>> stubs;
    for (int i = 0; i < load.connections; ++i) {
      const std::shared_ptr<grpc::Channel> channel = grpc::CreateCustomChannel(address, load.credentials, arguments);
      channel->WaitForConnected(std::chrono::system_clock::now() + kTimeoutAfterEnd);
      stubs.push_back(std::make_unique<grpc::GenericStub>(channel));
    }
    return stubs;
  }

  void RunClosedLoop() {
    for (int i = 0; i < load_.outstanding; ++i) Send(Clock::now());
    while (TakeAnswer(std::chrono::system_clock::time_point::max())) {
      const Clock::time_point now = Clock::now();
      if (Ended(now)) return;
      Send(now);
    }
  }

  // Does not sleep, because a wake-up takes longer than the time between two calls.
  void RunOpenLoop(Clock::time_point begin) {
    const auto period =
        std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1 / load_.calls_per_second));
    Clock::time_point next = begin;
    while (true) {
      const Clock::time_point now = Clock::now();
      if (Ended(now)) return;
      for (; next <= now; next += period) Send(next);
      TakeAnswer(gpr_time_0(GPR_CLOCK_MONOTONIC));
    }
  }

  // Records the CPU times at both ends of the window. Returns true if the window has ended.
  bool Ended(Clock::time_point now) {
    if (!first_.has_value() && now >= measured_from_) first_.emplace(now, server_);
    const bool over =
        load_.calls > 0 ? static_cast<int64_t>(micros_.size()) >= load_.calls || errors_ > 0 : now >= measured_to_;
    if (!over) return false;
    last_.emplace(now, server_);
    return true;
  }

  void Send(Clock::time_point start) {
    if (free_.empty()) {
      calls_.push_back(std::make_unique<Call>());
      free_.push_back(calls_.back().get());
    }
    Call* const call = free_.back();
    free_.pop_back();
    call->context.emplace();
    call->start = start;
    if (load_.new_configurations) SetNextVersion();
    if (has_deadline_) {
      call->context->set_deadline(std::chrono::system_clock::now() + absl::ToChronoNanoseconds(load_.deadline));
    }
    next_stub_ = (next_stub_ + 1) % stubs_.size();
    next_request_ = (next_request_ + 1) % buffers_.size();
    call->request = &load_.requests[next_request_];
    call->reader =
        stubs_[next_stub_]->PrepareUnaryCall(&*call->context, call->request->method, buffers_[next_request_], &queue_);
    call->reader->StartCall();
    call->reader->Finish(&call->response, &call->status, call);
    ++in_flight_;
  }

  // Makes a request whose configuration was not in an earlier request.
  void SetNextVersion() {
    const std::string version = absl::StrCat(absl::Dec(++version_, absl::kZeroPad10));
    request_.replace(version_at_, version.size(), version);
    buffers_.front() = BufferOf(request_);
  }

  // Takes one response. Returns false if no response arrives until `deadline`.
  template <typename Time>
  bool TakeAnswer(const Time& deadline) {
    void* tag = nullptr;
    bool ok = false;
    if (queue_.AsyncNext(&tag, &ok, deadline) != grpc::CompletionQueue::GOT_EVENT) return false;
    Call* const call = static_cast<Call*>(tag);
    --in_flight_;
    const auto micros = static_cast<float>(Micros(Clock::now() - call->start));
    const bool counts = first_.has_value() && !last_.has_value();
    if (has_deadline_ && call->status.error_code() == grpc::StatusCode::RESOURCE_EXHAUSTED) {
      if (counts) refusal_micros_.push_back(micros);
    } else if (has_deadline_ && call->status.error_code() == grpc::StatusCode::DEADLINE_EXCEEDED) {
      late_ += counts ? 1 : 0;
    } else {
      const size_t wanted = call->request->response_bytes;
      const bool fits = wanted == 0 || call->response.Length() == wanted;
      if (!ok || !call->status.ok() || !fits) CountError(ErrorOf(*call));
      if (counts) micros_.push_back(micros);
    }
    call->response.Clear();
    free_.push_back(call);
    return true;
  }

  static std::string ErrorOf(const Call& call) {
    if (call.status.ok()) return absl::StrCat("a response of ", call.response.Length(), " bytes");
    return absl::StrCat("a call ended with the status code ", call.status.error_code(), ": ",
                        call.status.error_message());
  }

  void CountError(std::string error) {
    if (errors_ == 0) first_error_ = std::move(error);
    ++errors_;
  }

  Measurement Summarize() {
    Measurement measurement;
    const double window = std::chrono::duration<double>(last_->when - first_->when).count();
    const absl::Duration server = last_->server - first_->server;
    const absl::Duration foreign = last_->machine - first_->machine - server - (last_->ours - first_->ours);
    measurement.calls = static_cast<int64_t>(micros_.size());
    measurement.calls_per_second = static_cast<double>(measurement.calls) / window;
    measurement.server_micros = absl::ToDoubleMicroseconds(server) / static_cast<double>(measurement.calls);
    measurement.p50_micros = Percentile(micros_, 0.5);
    measurement.p99_micros = Percentile(micros_, 0.99);
    measurement.refused = static_cast<int64_t>(refusal_micros_.size());
    measurement.late = late_;
    measurement.refusal_p50_micros = Percentile(refusal_micros_, 0.5);
    measurement.refusal_p99_micros = Percentile(refusal_micros_, 0.99);
    measurement.server_threads = ThreadsOf(server_);
    measurement.foreign_cpu = absl::ToDoubleSeconds(foreign) / window / CoreCount();
    return measurement;
  }

  const pid_t server_;
  const Load& load_;
  std::string request_;
  const size_t version_at_;
  const bool has_deadline_ = load_.deadline < absl::InfiniteDuration();
  int64_t version_ = 0;
  std::vector<grpc::ByteBuffer> buffers_;  // of the requests of the load
  size_t next_request_ = 0;
  grpc::CompletionQueue queue_;
  const std::vector<std::unique_ptr<grpc::GenericStub>> stubs_;
  size_t next_stub_ = 0;
  std::vector<std::unique_ptr<Call>> calls_;
  std::vector<Call*> free_;
  int64_t in_flight_ = 0;
  int64_t errors_ = 0;
  std::string first_error_;
  Clock::time_point measured_from_;
  Clock::time_point measured_to_;
  absl::optional<CpuTimes> first_;
  absl::optional<CpuTimes> last_;
  std::vector<float> micros_;
  std::vector<float> refusal_micros_;
  int64_t late_ = 0;
};

}  // namespace

grpc::ByteBuffer BufferOf(const std::string& bytes) {
  const grpc::Slice slice(bytes);
  return {&slice, 1};
}

Measurement PutLoad(const std::string& address, pid_t server, const Load& load) {
  return LoadGenerator(address, server, load).Run();
}

}  // namespace cpsizer::bench
