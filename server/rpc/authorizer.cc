#include "server/rpc/authorizer.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "cpsizer/status.h"
#include "server/process/log_fields.h"
#include "server/process/logging.h"
#include "server/process/token_bucket.h"
#include "server/rpc/security/peer_names.h"
#include "server/rpc/traceparent.h"

namespace cpsizer::server {
namespace {

constexpr absl::string_view kFileFlag = "--authorization-file";

constexpr int kLogBurst = 10;
constexpr absl::Duration kLogInterval = absl::Seconds(1);

absl::Status Denied(absl::string_view who, Method method) {
  if (who.empty()) {
    return CallErrorStatus(CallError::kCallerNotAllowed,
                           absl::StrCat("the certificate of this client has no URI and no DNS name among its subject "
                                        "alternative names, and only clients with such a name are allowed to call ",
                                        Info(method).name, "; issue a certificate with such a name"));
  }
  return CallErrorStatus(
      CallError::kCallerNotAllowed,
      absl::StrCat(who, " is not allowed to call ", Info(method).name,
                   "; the operator of this server can allow it with --allowed-clients or --authorization-file"));
}

}  // namespace

absl::StatusOr<std::unique_ptr<Authorizer>> Authorizer::Load(std::vector<ClientRule> allowed_clients,
                                                             std::string file) {
  std::unique_ptr<Authorizer> authorizer(new Authorizer(std::move(allowed_clients), std::move(file)));
  authorizer->Reload();
  absl::Status error = authorizer->error();
  if (!error.ok()) return error;
  return authorizer;
}

Authorizer::Authorizer(std::vector<ClientRule> allowed_clients, std::string file)
    : allowed_clients_(std::move(allowed_clients)),
      files_(file.empty() ? std::vector<NamedFile>() : std::vector<NamedFile>{{kFileFlag, std::move(file)}}),
      denials_(kLogBurst, kLogInterval),
      last_good_([this](const FileTexts& texts) { return Compile(texts); }) {}

absl::StatusOr<AuthorizationRules> Authorizer::Compile(const FileTexts& texts) const {
  AuthorizationRules rules;
  if (!texts.empty()) {
    absl::StatusOr<AuthorizationRules> parsed = AuthorizationRules::Parse(texts[0]);
    if (!parsed.ok()) {
      return absl::FailedPreconditionError(absl::StrCat(FileLabel(files_[0]), ": ", parsed.status().message()));
    }
    rules = *std::move(parsed);
  }
  rules.AllowEverywhere(allowed_clients_);
  return rules;
}

ReloadResult Authorizer::Reload() {
  absl::StatusOr<FileTexts> texts = ReadFiles(files_);  // reads before the lock is taken, because disks are slow
  const absl::MutexLock lock(&mutex_);
  return last_good_.Offer(std::move(texts));
}

void Authorizer::Poll() {
  if (files_.empty()) return;
  switch (Reload()) {
    case ReloadResult::kNone:
      return;
    case ReloadResult::kTaken:
      return Log(LogLevel::kInfo, "reloaded the authorization rules", {{"rules", absl::StrCat(rules())}});
    case ReloadResult::kRestored:
      return Log(LogLevel::kInfo, "the authorization rules were changed back to the version in use; nothing to reload");
    case ReloadResult::kRefused:
      return Log(LogLevel::kError, "failed to reload the authorization rules; keeping the previous ones",
                 {{"error", error().message()}, {"rules", absl::StrCat(rules())}});
  }
}

absl::Status Authorizer::Check(grpc::CallbackServerContext& context, Method method) const {
  const PeerNames names(context);
  {
    const absl::ReaderMutexLock lock(&mutex_);
    if (last_good_.value()->Allow(method, names.get())) return absl::OkStatus();
  }
  const std::string who = ShowNames(names.get());
  Log(denials_, LogLevel::kWarn,
      who.empty() ? "a call was denied: the certificate of the client has no names (URI or DNS, as subject alternative "
                    "name) that rules can match; issue a certificate with such a name"
                  : "a call was denied, because no rule of --allowed-clients or --authorization-file matches it; add a "
                    "rule if the client may call this method",
      WithoutEmpty({{"client", who}, {"method", Info(method).name}, {"traceparent", TraceparentOf(context)}}));
  return Denied(who, method);
}

size_t Authorizer::rules() const {
  const absl::ReaderMutexLock lock(&mutex_);
  return last_good_.value()->size();
}

absl::Status Authorizer::error() const {
  const absl::ReaderMutexLock lock(&mutex_);
  return last_good_.error();
}

}  // namespace cpsizer::server
