#include "server/rpc/reflection_service.h"

#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include <atomic>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "cpsizer/status.h"
#include "grpc/reflection/v1/reflection.grpc.pb.h"
#include "grpc/reflection/v1alpha/reflection.grpc.pb.h"
#include "server/rpc/call.h"
#include "server/rpc/grpc_status.h"

namespace cpsizer::server {
namespace {

using ::grpc::reflection::v1::ServerReflectionRequest;

absl::Status Closed() {
  return CallErrorStatus(CallError::kShuttingDown, "this server is shutting down");
}

}  // namespace

class ReflectionStreams {
 public:
  class Stream;

  ReflectionStreams(const ReflectionIndex& index, int max_streams, const Authorizer* authorizer)
      : index_(index), max_streams_(max_streams), authorizer_(authorizer) {}

  Stream* Open(grpc::CallbackServerContext& context);
  void Close();
  absl::Status Answer(const grpc::ByteBuffer& request_bytes, grpc::ByteBuffer& answer) const;
  void Remove(Stream* stream);

 private:
  const ReflectionIndex& index_;
  const size_t max_streams_;
  const Authorizer* const authorizer_;
  absl::Mutex mutex_;
  absl::flat_hash_set<Stream*> open_ ABSL_GUARDED_BY(mutex_);
  bool closed_ ABSL_GUARDED_BY(mutex_) = false;
};

// One stream. Reads a request and writes the response, until the caller has sent its last request. Deletes itself after
// the call has ended.
class ReflectionStreams::Stream final : public grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer> {
 public:
  explicit Stream(ReflectionStreams& streams) : streams_(streams) {}

  void Start() { StartRead(&request_bytes_); }

  // The caller and the server may end the stream. Only the first call of this function has an effect.
  void End(const absl::Status& status) {
    if (!ended_.exchange(true)) Finish(ToGrpcStatus(status));
  }

  void OnReadDone(bool ok) override {
    if (!ok) return End(absl::OkStatus());
    const absl::Status status = streams_.Answer(request_bytes_, answer_);
    if (!status.ok()) return End(status);
    StartWrite(&answer_);
  }

  void OnWriteDone(bool ok) override {
    if (!ok) return End(absl::OkStatus());
    StartRead(&request_bytes_);
  }

  void OnDone() override {
    streams_.Remove(this);
    delete this;
  }

 private:
  ReflectionStreams& streams_;
  grpc::ByteBuffer request_bytes_;
  grpc::ByteBuffer answer_;
  std::atomic<bool> ended_{false};
};

ReflectionStreams::Stream* ReflectionStreams::Open(grpc::CallbackServerContext& context) {
  auto* const stream = new Stream(*this);
  const absl::Status allowed =
      authorizer_ == nullptr ? absl::OkStatus() : authorizer_->Check(context, Method::kReflection);
  if (!allowed.ok()) {
    stream->End(allowed);
    return stream;
  }
  const absl::MutexLock lock(&mutex_);
  if (closed_) {
    stream->End(Closed());
  } else if (open_.size() >= max_streams_) {
    stream->End(CallErrorStatus(CallError::kTooManyReflectionStreams,
                                absl::StrCat(max_streams_, " reflection streams are open already; close one")));
  } else {
    open_.insert(stream);
    stream->Start();
  }
  return stream;
}

void ReflectionStreams::Close() {
  const absl::MutexLock lock(&mutex_);
  closed_ = true;
  for (Stream* stream : open_) stream->End(Closed());
}

void ReflectionStreams::Remove(Stream* stream) {
  const absl::MutexLock lock(&mutex_);
  open_.erase(stream);
}

absl::Status ReflectionStreams::Answer(const grpc::ByteBuffer& request_bytes, grpc::ByteBuffer& answer) const {
  const MethodInfo& info = Info(Method::kReflection);
  absl::Status status = CheckRequestBytes(request_bytes.Length(), info.max_request_bytes);
  if (!status.ok()) return status;
  CallArena memory;
  auto& request = *google::protobuf::Arena::CreateMessage<ServerReflectionRequest>(&memory.arena());
  status = ParseOnArena(request_bytes, info.budget, memory.arena(), request);
  if (!status.ok()) return status;
  return SerializeTo(index_.Answer(request), answer);
}

namespace {

template <typename Version>
class ReflectionService final
    : public Version::template WithRawCallbackMethod_ServerReflectionInfo<typename Version::Service> {
 public:
  explicit ReflectionService(ReflectionStreams& streams) : streams_(streams) {}

  grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer>* ServerReflectionInfo(
      grpc::CallbackServerContext* context) override {
    return streams_.Open(*context);
  }

 private:
  ReflectionStreams& streams_;
};

}  // namespace

Reflection::Reflection(const ReflectionIndex& index, int max_streams, const Authorizer* authorizer)
    : streams_(std::make_unique<ReflectionStreams>(index, max_streams, authorizer)) {
  services_.push_back(std::make_unique<ReflectionService<grpc::reflection::v1::ServerReflection>>(*streams_));
  services_.push_back(std::make_unique<ReflectionService<grpc::reflection::v1alpha::ServerReflection>>(*streams_));
}

Reflection::~Reflection() = default;

void Reflection::Close() {
  streams_->Close();
}

}  // namespace cpsizer::server
