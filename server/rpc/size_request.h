#ifndef CPSIZER_SERVER_RPC_SIZE_REQUEST_H_
#define CPSIZER_SERVER_RPC_SIZE_REQUEST_H_

#include <google/protobuf/arena.h>
#include <grpcpp/support/byte_buffer.h>

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "cpsizer/size_configuration.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "server/rpc/memory/work_memory.h"
#include "server/rpc/methods.h"
#include "server/rpc/size/configuration_cache.h"

namespace cpsizer::server {

// Parses and decides one RecommendSize call. If the cache has the configuration of the request, the configuration is
// neither parsed nor compiled. The cache does not change the response.
class SizeRequest {
 public:
  // `cache` must outlive this object.
  explicit SizeRequest(ConfigurationCache& cache) : cache_(cache) {}

  // Does the same as ParseOnArena(), with the same errors. But if the cache has the configuration, `request` gets
  // neither the configuration nor the MachineSets.
  absl::Status Parse(const grpc::ByteBuffer& bytes, const ArenaBudget& budget, google::protobuf::Arena& arena,
                     v1::RecommendSizeRequest& request, WorkMemory::Share& share);

  // Decides `request`, which must be the request that Parse() parsed. `response` gets its rows as
  // SizeRows::kSerialized.
  absl::Status Decide(const v1::RecommendSizeRequest& request, v1::RecommendSizeResponse& response) const;

 private:
  // Searches the cache for the serialized configuration. If it should be stored, returns its key.
  absl::optional<std::string> Find(absl::string_view configuration);

  ConfigurationCache& cache_;
  // Null if the configuration is in the request.
  std::shared_ptr<const SizeConfiguration> configuration_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_SIZE_REQUEST_H_
