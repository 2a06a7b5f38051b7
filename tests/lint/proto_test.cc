// Rules for the files under proto/cpsizer/v1.
#include <gmock/gmock.h>
#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "docs/generate/api_descriptors.h"
#include "tests/lint/api.h"
#include "tests/lint/source_tree.h"

namespace cpsizer::lint {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::EnumDescriptor;
using ::google::protobuf::EnumValueDescriptor;
using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::FieldDescriptorProto;
using ::google::protobuf::FileDescriptor;
using ::google::protobuf::FileDescriptorProto;
using ::google::protobuf::MethodDescriptor;
using ::google::protobuf::ServiceDescriptor;
using ::google::protobuf::SourceCodeInfo;
using ::testing::SizeIs;

// Converts a text such as SizeNoRecommendationReason to SIZE_NO_RECOMMENDATION_REASON.
std::string UpperSnake(absl::string_view camel) {
  std::string snake;
  for (const char c : camel) {
    if (absl::ascii_isupper(static_cast<unsigned char>(c)) && !snake.empty()) snake += '_';
    snake += absl::ascii_toupper(static_cast<unsigned char>(c));
  }
  return snake;
}

// Returns the name of the decision in a file, such as Size for recommend_size.proto.
std::string DecisionOf(const FileDescriptor& file) {
  absl::string_view name = file.name();
  name = absl::StripSuffix(name.substr(name.rfind('/') + 1), ".proto");
  std::string decision;
  for (absl::string_view word : absl::StrSplit(name.substr(name.find('_') + 1), '_')) {
    absl::StrAppend(&decision, absl::AsciiStrToUpper(word.substr(0, 1)), word.substr(1));
  }
  return decision;
}

std::vector<std::string> TypesOf(const FileDescriptor& file) {
  std::vector<std::string> types;
  types.reserve(static_cast<size_t>(file.message_type_count()));
  for (int i = 0; i < file.message_type_count(); ++i) types.push_back(file.message_type(i)->name());
  for (int i = 0; i < file.enum_type_count(); ++i) types.push_back(file.enum_type(i)->name());
  return types;
}

template <typename D>
void ExpectComment(const D& descriptor) {
  const std::string comment = docs::CommentOf(descriptor);
  EXPECT_FALSE(comment.empty()) << descriptor.full_name() << " has no comment";
  EXPECT_TRUE(comment.empty() || absl::EndsWith(comment, ".")) << descriptor.full_name() << ": " << comment;
}

template <typename Visit>
void ForEachMessage(const Visit& visit) {
  for (const FileDescriptor* file : docs::ApiFiles()) {
    for (int i = 0; i < file->message_type_count(); ++i) {
      const Descriptor& message = *file->message_type(i);
      visit(message);
      for (int j = 0; j < message.nested_type_count(); ++j) {
        if (!message.nested_type(j)->options().map_entry()) visit(*message.nested_type(j));
      }
    }
  }
}

template <typename Visit>
void ForEachEnum(const Visit& visit) {
  for (const FileDescriptor* file : docs::ApiFiles()) {
    for (int i = 0; i < file->enum_type_count(); ++i) visit(*file->enum_type(i));
  }
  ForEachMessage([&](const Descriptor& message) {
    for (int i = 0; i < message.enum_type_count(); ++i) visit(*message.enum_type(i));
  });
}

template <typename Visit>
void ForEachService(const Visit& visit) {
  for (const FileDescriptor* file : docs::ApiFiles()) {
    for (int i = 0; i < file->service_count(); ++i) visit(*file->service(i));
  }
}

// Returns the methods whose requests are in `file`.
std::vector<std::string> MethodsOf(const FileDescriptor& file) {
  std::vector<std::string> methods;
  ForEachService([&](const ServiceDescriptor& service) {
    for (int i = 0; i < service.method_count(); ++i) {
      if (service.method(i)->input_type()->file() == &file) methods.push_back(service.method(i)->name());
    }
  });
  return methods;
}

TEST(ProtoTest, TheApiIsLinkedInWithItsSources) {
  ASSERT_FALSE(docs::ApiFiles().empty());
  int services = 0;
  ForEachService([&](const ServiceDescriptor&) { ++services; });
  EXPECT_EQ(services, 1);
}

TEST(ProtoTest, ThePackageIsTheFolder) {
  for (const FileDescriptor* file : docs::ApiFiles()) EXPECT_EQ(file->package(), "cpsizer.v1") << file->name();
}

// Imported files and the files of published APIs, such as the gRPC health API, must have a go_package too. Then protoc
// generates Go without additional options.
TEST(ProtoTest, EveryFileHasAGoPackage) {
  const std::vector<SourceLine> go_mod = Lines("client/go/go.mod");
  ASSERT_FALSE(go_mod.empty());
  const std::string package = absl::StrCat(absl::StripPrefix(go_mod.front().text, "module "), "/cpsizer/v1");
  for (const FileDescriptor* file : docs::ApiFiles()) {
    EXPECT_EQ(file->options().go_package(), package) << file->name();
    for (int i = 0; i < file->dependency_count(); ++i) {
      EXPECT_NE(file->dependency(i)->options().go_package(), "") << file->dependency(i)->name();
    }
  }
  for (const char* name : {"google/rpc/error_details.proto", "grpc/health/v1/health.proto",
                           "grpc/reflection/v1/reflection.proto", "grpc/reflection/v1alpha/reflection.proto"}) {
    const FileDescriptor* const file = docs::ApiPool().FindFileByName(name);
    ASSERT_NE(file, nullptr) << name;
    EXPECT_NE(file->options().go_package(), "") << name;
  }
}

TEST(ProtoTest, EveryDeclarationHasAComment) {
  ForEachMessage([](const Descriptor& message) {
    ExpectComment(message);
    for (int i = 0; i < message.field_count(); ++i) ExpectComment(*message.field(i));
    for (int i = 0; i < message.real_oneof_decl_count(); ++i) ExpectComment(*message.oneof_decl(i));
  });
  ForEachEnum([](const EnumDescriptor& enumeration) {
    ExpectComment(enumeration);
    for (int i = 0; i < enumeration.value_count(); ++i) ExpectComment(*enumeration.value(i));
  });
  ForEachService([](const ServiceDescriptor& service) {
    ExpectComment(service);
    for (int i = 0; i < service.method_count(); ++i) ExpectComment(*service.method(i));
  });
}

// The compiler always sets json_name. Only the source locations show whether it was written in the file.
TEST(ProtoTest, EveryFieldWithSeveralWordsDeclaresItsJsonName) {
  for (const FileDescriptor* file : docs::ApiFiles()) {
    FileDescriptorProto proto;
    file->CopyTo(&proto);
    file->CopySourceCodeInfoTo(&proto);
    std::set<std::vector<int>> written;
    for (const SourceCodeInfo::Location& location : proto.source_code_info().location()) {
      written.emplace(location.path().begin(), location.path().end());
    }
    for (int i = 0; i < file->message_type_count(); ++i) {
      for (int j = 0; j < file->message_type(i)->field_count(); ++j) {
        const FieldDescriptor& field = *file->message_type(i)->field(j);
        if (!absl::StrContains(field.name(), '_')) continue;
        const std::vector<int> path = {FileDescriptorProto::kMessageTypeFieldNumber, i,
                                       google::protobuf::DescriptorProto::kFieldFieldNumber, j,
                                       FieldDescriptorProto::kJsonNameFieldNumber};
        EXPECT_TRUE(written.contains(path)) << field.full_name() << " has no json_name of its own";
        // This field of a Kubernetes object has the name of an API version, which contains underscores.
        if (field.json_name() == "machines_v1beta1_machine_openshift_io") continue;
        EXPECT_FALSE(absl::StrContains(field.json_name(), '_')) << field.full_name();
      }
    }
  }
}

TEST(ProtoTest, EnumValuesHaveTheNameOfTheirEnumAndZeroIsUnspecified) {
  ForEachEnum([](const EnumDescriptor& enumeration) {
    const std::string prefix = UpperSnake(enumeration.name()) + "_";
    for (int i = 0; i < enumeration.value_count(); ++i) {
      EXPECT_TRUE(absl::StartsWith(enumeration.value(i)->name(), prefix)) << enumeration.value(i)->full_name();
    }
    const EnumValueDescriptor* const zero = enumeration.FindValueByNumber(0);
    ASSERT_NE(zero, nullptr) << enumeration.full_name();
    EXPECT_EQ(zero->name(), prefix + "UNSPECIFIED");
  });
}

TEST(ProtoTest, NoTwoMethodsShareARequestOrResponse) {
  std::set<std::string> used;
  ForEachService([&](const ServiceDescriptor& service) {
    EXPECT_TRUE(absl::EndsWith(service.name(), "Service")) << service.name();
    for (int i = 0; i < service.method_count(); ++i) {
      const MethodDescriptor& method = *service.method(i);
      EXPECT_EQ(method.input_type()->name(), method.name() + "Request");
      EXPECT_EQ(method.output_type()->name(), method.name() + "Response");
      EXPECT_TRUE(used.insert(method.input_type()->name()).second);
      EXPECT_TRUE(used.insert(method.output_type()->name()).second);
    }
  });
}

// For example, recommend_size.proto has the request of RecommendSize. Therefore its types begin with Size or
// RecommendSize.
TEST(ProtoTest, TypesInTheFileOfADecisionBeginWithItsName) {
  for (const FileDescriptor* file : docs::ApiFiles()) {
    std::vector<std::string> names = MethodsOf(*file);
    if (names.empty()) continue;
    names.push_back(DecisionOf(*file));
    for (const std::string& type : TypesOf(*file)) {
      EXPECT_TRUE(absl::c_any_of(names, [&](const std::string& name) { return absl::StartsWith(type, name); }))
          << file->name() << ": " << type << " must begin with " << names.back() << " or move to a file of its own";
    }
  }
}

TEST(ProtoTest, AnObjectHasTheSameFieldNameInEveryRequest) {
  std::map<std::string, std::set<std::string>> fields_of_type;
  ForEachService([&](const ServiceDescriptor& service) {
    for (int i = 0; i < service.method_count(); ++i) {
      const Descriptor& request = *service.method(i)->input_type();
      for (int j = 0; j < request.field_count(); ++j) {
        const Descriptor* const type = request.field(j)->message_type();
        if (type == nullptr) continue;
        absl::string_view name = request.field(j)->name();
        // The field of a list has a plural name.
        if (request.field(j)->is_repeated()) absl::ConsumeSuffix(&name, "s");
        fields_of_type[type->name()].emplace(name);
      }
    }
  });
  for (const auto& [type, fields] : fields_of_type) EXPECT_THAT(fields, SizeIs(1)) << type;
}

// The order of a map on the wire is undefined, but the same request must give the same bytes.
TEST(ProtoTest, NoResponseContainsAMap) {
  ForEachService([](const ServiceDescriptor& service) {
    for (int i = 0; i < service.method_count(); ++i) {
      ForEachField(*service.method(i)->output_type(),
                   [](const FieldDescriptor& field) { EXPECT_FALSE(field.is_map()) << field.full_name(); });
    }
  });
}

}  // namespace
}  // namespace cpsizer::lint
