#include "client/machine/query_credentials.h"

#include <memory>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "client/kube/config/bearer_token.h"
#include "client/machine/api_requests.h"
#include "client/machine/limits.h"
#include "client/objects/machine_objects.h"
#include "client/objects/read_list.h"
#include "cpsizer/limits.h"

namespace cpsizer::machine {
namespace {

using Authentication = v1::ControlPlaneMachineSetAutoscalingTriggerAuthentication;

void AddModes(absl::string_view text, AuthModes& modes) {
  for (const absl::string_view part : absl::StrSplit(text, ',')) {
    const std::string mode = absl::AsciiStrToLower(absl::StripAsciiWhitespace(part));
    modes.basic |= mode == "basic";
    modes.bearer |= mode == "bearer";
    modes.tls |= mode == "tls";
  }
}

absl::Status Missing(absl::string_view mode, absl::string_view parameter) {
  return absl::UnauthenticatedError(absl::StrCat("the mode ", mode, " needs the parameter ", parameter,
                                                 ", which the trigger authentication does not have"));
}

absl::StatusOr<std::string> Required(const SecretValues& values, absl::string_view mode, const char* parameter) {
  const auto value = values.find(parameter);
  if (value == values.end() || value->second.empty()) return Missing(mode, parameter);
  return value->second;
}

std::string Optional(const SecretValues& values, const char* parameter) {
  const auto value = values.find(parameter);
  return value == values.end() ? "" : value->second;
}

absl::Status AddBearer(const SecretValues& values, QueryCredentials& credentials) {
  const absl::StatusOr<std::string> value = Required(values, "bearer", "bearerToken");
  if (!value.ok()) return value.status();
  const absl::StatusOr<std::string> token = kube::BearerToken(*value);
  if (!token.ok()) {
    return absl::UnauthenticatedError(absl::StrCat("the parameter bearerToken ", token.status().message()));
  }
  credentials.headers.push_back(absl::StrCat("Authorization: Bearer ", *token));
  return absl::OkStatus();
}

absl::Status AddBasic(const SecretValues& values, QueryCredentials& credentials) {
  const absl::StatusOr<std::string> user = Required(values, "basic", "username");
  if (!user.ok()) return user.status();
  // A user name must not contain a colon: in RFC 7617 the text after the first colon is the password.
  if (user->find(':') != std::string::npos) {
    return absl::UnauthenticatedError("the parameter username has a colon, which basic authentication cannot send");
  }
  credentials.headers.push_back(absl::StrCat(
      "Authorization: Basic ", absl::Base64Escape(absl::StrCat(*user, ":", Optional(values, "password")))));
  return absl::OkStatus();
}

absl::Status AddTls(const SecretValues& values, QueryCredentials& credentials) {
  absl::StatusOr<std::string> certificate = Required(values, "tls", "cert");
  if (!certificate.ok()) return certificate.status();
  absl::StatusOr<std::string> key = Required(values, "tls", "key");
  if (!key.ok()) return key.status();
  credentials.tls.certificate = *std::move(certificate);
  credentials.tls.key = *std::move(key);
  return absl::OkStatus();
}

// Returns the usual spelling of the name of a parameter.
std::string UsualParameter(absl::string_view text) {
  return std::string(text == "bearer" || text == "token" ? "bearerToken" : text);
}

// Returns the error for an object `what` that could not be read. If the API server failed or did not respond, the error
// is Unavailable, because the credentials are not the cause.
absl::Status NotRead(absl::string_view what, const absl::Status& status) {
  const std::string message = absl::StrCat(what, " cannot be read: ", status.message());
  const bool answered = absl::IsNotFound(status) || absl::IsPermissionDenied(status) ||
                        absl::IsUnauthenticated(status) || absl::IsInvalidArgument(status);
  return answered ? absl::UnauthenticatedError(message) : absl::UnavailableError(message);
}

absl::StatusOr<std::string> ValueIn(const tree::Node& secret, const v1::AutoscalerSecretTargetReference& reference) {
  const std::string what = absl::StrCat("key ", objects::ShownValue(reference.key()), " of the Secret ",
                                        objects::ShownValue(reference.name()));
  const tree::Node* const encoded = tree::Find(secret, {"data"}).Find(reference.key());
  if (encoded == nullptr) return absl::UnauthenticatedError(absl::StrCat("there is no ", what));
  std::string value;
  if (!encoded->is_text() || !absl::Base64Unescape(encoded->text, &value) || value.size() > kMaxCredentialBytes) {
    return absl::UnauthenticatedError(
        absl::StrCat("the ", what, " is not base64 of at most ", kMaxCredentialBytes, " bytes"));
  }
  // Removes the newline that editors add at the end of a file.
  if (!value.empty() && value.back() == '\n') value.pop_back();
  return value;
}

// Reads the Secrets one after the other, because a trigger authentication refers to only a few Secrets.
struct SecretReader : std::enable_shared_from_this<SecretReader> {
  kube::ApiClient& client;
  const std::string name_space;
  const std::function<void(absl::StatusOr<SecretValues>)> done;
  Authentication authentication;
  SecretValues values;

  SecretReader(kube::ApiClient& api_client, std::string the_name_space,
               std::function<void(absl::StatusOr<SecretValues>)> when_done)
      : client(api_client), name_space(std::move(the_name_space)), done(std::move(when_done)) {}

  void Read(const std::string& name) {
    const std::string what = absl::StrCat("the trigger authentication ", objects::ShownValue(name));
    client.Send(GetObject(kTriggerAuthenticationsResource, name_space, name),
                [self = shared_from_this(), what](const absl::StatusOr<tree::Node>& object) {
                  const absl::Status status = object.ok() ? self->TakeAuthentication(*object) : object.status();
                  if (!status.ok()) return self->done(NotRead(what, status));
                  self->ReadSecret(0);
                });
  }

  absl::Status TakeAuthentication(const tree::Node& object) {
    objects::FoundTriggerAuthentication found;
    absl::Status status = objects::ReadObject(object, [&](const tree::Node& node, objects::ProblemList& problems) {
      return objects::ReadTriggerAuthentication(node, problems, found);
    });
    authentication = std::move(found.authentication);
    if (status.ok() && authentication.spec().secret_target_ref_size() > kMaxSecretReferences) {
      return absl::InvalidArgumentError(absl::StrCat("it has more than ", kMaxSecretReferences, " secretTargetRef"));
    }
    return status;
  }

  void ReadSecret(int index) {
    if (index == authentication.spec().secret_target_ref_size()) return done(std::move(values));
    const v1::AutoscalerSecretTargetReference& reference = authentication.spec().secret_target_ref(index);
    client.Send(GetObject(kSecretsResource, name_space, reference.name()),
                [self = shared_from_this(), index](const absl::StatusOr<tree::Node>& secret) {
                  self->TakeSecret(index, secret);
                });
  }

  void TakeSecret(int index, const absl::StatusOr<tree::Node>& secret) {
    const v1::AutoscalerSecretTargetReference& reference = authentication.spec().secret_target_ref(index);
    if (!secret.ok()) {
      return done(NotRead(absl::StrCat("the Secret ", objects::ShownValue(reference.name())), secret.status()));
    }
    absl::StatusOr<std::string> value = ValueIn(*secret, reference);
    if (!value.ok()) return done(value.status());
    values[UsualParameter(reference.parameter())] = *std::move(value);
    ReadSecret(index + 1);
  }
};

}  // namespace

AuthModes AuthModesOf(const v1::AutoscalerPrometheusTrigger& query) {
  AuthModes modes;
  for (const std::string& entry : query.auth_modes()) AddModes(entry, modes);
  AddModes(query.auth_mode(), modes);
  return modes;
}

absl::StatusOr<QueryCredentials> MakeCredentials(const AuthModes& modes, const SecretValues& values) {
  QueryCredentials credentials;
  credentials.tls.ca = Optional(values, "ca");
  absl::Status status;
  if (modes.bearer) status.Update(AddBearer(values, credentials));
  if (modes.basic) status.Update(AddBasic(values, credentials));
  if (modes.tls) status.Update(AddTls(values, credentials));
  if (!status.ok()) return status;
  return credentials;
}

void ReadSecretValues(kube::ApiClient& client, const std::string& name_space, const std::string& name,
                      std::function<void(absl::StatusOr<SecretValues>)> done) {
  std::make_shared<SecretReader>(client, name_space, std::move(done))->Read(name);
}

}  // namespace cpsizer::machine
