#include "tests/testing/scripted_service.h"

#include <grpcpp/health_check_service_interface.h>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"

namespace cpsizer::testing {

ScriptedService::ScriptedService(Script script) : service_(std::move(script)) {
  grpc::EnableDefaultHealthCheckService(true);
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port_);
  builder.RegisterService(&service_);
  server_ = builder.BuildAndStart();
  SetServing(true);
}

std::string ScriptedService::address() const {
  return absl::StrCat("127.0.0.1:", port_);
}

void ScriptedService::SetServing(bool serving) {
  server_->GetHealthCheckService()->SetServingStatus(v1::SizingService::service_full_name(), serving);
}

grpc::Status WaitUntilCancelled(grpc::ServerContext& context) {
  while (!context.IsCancelled()) absl::SleepFor(absl::Milliseconds(5));
  return grpc::Status::CANCELLED;
}

}  // namespace cpsizer::testing
