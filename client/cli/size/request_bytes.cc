#include "client/cli/size/request_bytes.h"

#include "absl/strings/str_cat.h"
#include "client/cli/size/fleet.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"
#include "google/protobuf/message.h"

namespace cpsizer::cli {
namespace {

// Returns the same bytes for equal messages. The order of map entries has no effect.
std::string BytesOf(const google::protobuf::Message& message) {
  std::string bytes;
  google::protobuf::io::StringOutputStream stream(&bytes);
  google::protobuf::io::CodedOutputStream coded(&stream);
  coded.SetSerializationDeterministic(true);
  message.SerializeToCodedStream(&coded);
  coded.Trim();
  return bytes;
}

}  // namespace

std::string RequestBytes(const objects::HostedCluster& cluster) {
  return absl::StrCat(cluster.eligible, CheckVpa(cluster).message(), BytesOf(RequestFor(cluster)));
}

std::string RequestBytes(const Sources& sources) {
  std::string bytes = BytesOf(sources.configuration.config);
  for (const objects::FoundMachineSet& found : sources.machine_sets) {
    absl::StrAppend(&bytes, BytesOf(found.machine_set));
  }
  return bytes;
}

}  // namespace cpsizer::cli
