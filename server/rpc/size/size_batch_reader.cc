#include "server/rpc/size/size_batch_reader.h"

#include "absl/strings/string_view.h"
#include "server/rpc/memory/arena_parse.h"
#include "server/rpc/size/one_slice.h"

namespace cpsizer::server {

SizeBatchReader::SizeBatchReader(const grpc::ByteBuffer& bytes, const ArenaBudget& budget, WorkMemory::Share& share)
    : budget_(budget),
      share_(share),
      wire_bytes_(bytes.Length()),
      slice_(OneSlice(bytes)),
      split_(slice_.has_value() ? SplitSizeBatch(TextOf(*slice_)) : absl::nullopt) {}

absl::Status SizeBatchReader::status() const {
  return split_.has_value() ? absl::OkStatus() : Malformed();
}

absl::Status SizeBatchReader::ReadHead(google::protobuf::Arena& arena, v1::BatchRecommendSizeRequest& head) {
  const absl::string_view text = split_->head.text();
  return Parse(grpc::Slice(text.data(), text.size()), arena, head);
}

absl::Status SizeBatchReader::ReadPart(google::protobuf::Arena& arena, v1::BatchRecommendSizeRequest& part) {
  const absl::string_view text = split_->parts[next_++];
  const auto begin = static_cast<size_t>(text.data() - TextOf(*slice_).data());
  return Parse(slice_->sub(begin, begin + text.size()), arena, part);
}

absl::Status SizeBatchReader::Parse(const grpc::Slice& bytes, google::protobuf::Arena& arena,
                                    v1::BatchRecommendSizeRequest& request) {
  const absl::Status status = ParseOnArena(grpc::ByteBuffer(&bytes, 1), budget_, arena, request, &share_);
  // The error names the size of the whole request.
  return absl::IsInvalidArgument(status) ? Malformed() : status;
}

absl::Status SizeBatchReader::Malformed() const {
  return MalformedRequest(wire_bytes_, v1::BatchRecommendSizeRequest::descriptor()->full_name());
}

}  // namespace cpsizer::server
