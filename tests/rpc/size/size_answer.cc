#include "tests/rpc/size/size_answer.h"

#include <map>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "server/rpc/memory/arena_parse.h"
#include "server/rpc/size_request.h"

namespace cpsizer::testing {

std::string AnswerSizeRequest(server::ConfigurationCache& cache, const grpc::ByteBuffer& request) {
  server::CallArena memory;
  google::protobuf::Arena& arena = memory.arena();
  server::WorkMemory work(size_t{1} << 30);
  server::WorkMemory::Share share(work);
  auto& parsed = *google::protobuf::Arena::CreateMessage<v1::RecommendSizeRequest>(&arena);
  auto& response = *google::protobuf::Arena::CreateMessage<v1::RecommendSizeResponse>(&arena);
  server::SizeRequest call(cache);
  absl::Status status = call.Parse(request, server::Info(server::Method::kRecommendSize).budget, arena, parsed, share);
  if (status.ok()) status = call.Decide(parsed, response);
  if (status.ok()) return response.SerializeAsString();
  std::string text = absl::StrCat("error: ", status.ToString(absl::StatusToStringMode::kWithNoExtraData));
  // ForEachPayload() has no fixed order.
  std::map<std::string, std::string> payloads;
  status.ForEachPayload(
      [&](absl::string_view url, const absl::Cord& payload) { payloads[std::string(url)] = std::string(payload); });
  for (const auto& [url, payload] : payloads) absl::StrAppend(&text, "\n", url, ": ", payload);
  return text;
}

}  // namespace cpsizer::testing
