#include "server/rpc/size/size_batch_reader.h"

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
  return Parse(split_->head.text(), arena, head);
}

absl::Status SizeBatchReader::ReadPart(google::protobuf::Arena& arena, v1::BatchRecommendSizeRequest& part) {
  return Parse(split_->parts[next_++], arena, part);
}

absl::Status SizeBatchReader::Parse(absl::string_view text, google::protobuf::Arena& arena,
                                    v1::BatchRecommendSizeRequest& request) {
  // This slice does not copy `text`, which lives longer.
  const grpc::Slice bytes(text.data(), text.size(), grpc::Slice::STATIC_SLICE);
  const absl::Status status = ParseOnArena(grpc::ByteBuffer(&bytes, 1), budget_, arena, request, &share_);
  // The error names the size of the whole request.
  return absl::IsInvalidArgument(status) || absl::IsUnimplemented(status) ? Malformed() : status;
}

absl::Status SizeBatchReader::Malformed() const {
  return MalformedRequest(slice_.has_value() ? TextOf(*slice_) : "", wire_bytes_,
                          v1::BatchRecommendSizeRequest::descriptor()->full_name());
}

}  // namespace cpsizer::server
