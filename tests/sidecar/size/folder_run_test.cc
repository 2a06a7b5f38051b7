#include "client/sidecar/size/folder_run.h"

#include <fstream>
#include <sstream>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "client/service/in_process_service.h"
#include "client/sidecar/control/loop_executor.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/sidecar/size/objects.h"
#include "tests/sidecar/size/sidecar_fixture.h"
#include "tests/testing/paths.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::sidecar {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

class FolderRunTest : public ::testing::Test {
 protected:
  int Run(const std::string& folder) {
    std::ostringstream out;
    const int exit_code = RunTo(out, folder);
    out_ = out.str();
    return exit_code;
  }
  int RunTo(std::ostream& out, const std::string& folder) {
    Options options;
    options.source_folder = folder;
    std::ostringstream err, log;
    const int exit_code = RunOnFolder(
        options, [](kube::EventLoop& loop) { return MakeInProcessService(ExecutorOf(loop)); },
        [&log](LogLevel level, absl::string_view message, absl::Span<const LogField> fields) {
          if (level < LogLevel::kWarn) return;
          log << message;
          for (const LogField& field : fields) log << " " << field.value;
        },
        out, err);
    err_ = err.str();
    log_ = log.str();
    return exit_code;
  }
  void WriteAll() {
    folder_.Write("configuration.json", ConfigurationJson().dump());
    folder_.Write("cluster.json", ClusterJson("hc1", "small").dump());
    folder_.Write("vpa.json", VpaJson("hc1", "20Gi").dump());
  }

  const testing::TemporaryFolder folder_;
  std::string out_;
  std::string err_;
  std::string log_;
};

TEST_F(FolderRunTest, OutputThatCannotBeWrittenIsAnError) {
  std::ofstream full("/dev/full");
  EXPECT_EQ(RunTo(full, testing::SourcePath("deploy/examples/fleet")), 4);
  EXPECT_EQ(err_, "cpsizer-sidecar: failed to write to standard output\n");
}

TEST_F(FolderRunTest, PrintsTheDryRunOfTheExampleFleet) {
  EXPECT_EQ(Run(testing::SourcePath("deploy/examples/fleet")), 0);
  EXPECT_THAT(err_, IsEmpty());
  EXPECT_THAT(out_, AllOf(StartsWith("clusters/archive-prod: annotate large -> small: small: memory 3.987Gi fits"),
                          HasSubstr("\nclusters/gateway-asia: keep small: it is the recommended size\n"),
                          HasSubstr("\nclusters/legacy-batch: create VerticalPodAutoscaler "
                                    "clusters-legacy-batch/kube-apiserver\n"),
                          HasSubstr("\nclusters/metrics-dev: keep small: RECOMMENDATION_SUSPECT: held: "),
                          HasSubstr("\nclusters/partner-portal: delete VerticalPodAutoscaler "
                                    "clusters-partner-portal/kube-apiserver: "),
                          HasSubstr("\nclusters/search-prod: annotate small -> medium: ")));
}

// Writes the objects of the example fleet, with checkout-prod as the only cluster. This cluster has the size large
// because of its CPU. `cpu` replaces the CPU in its VPA, and `policy` is added to each VPA.
void WriteCheckoutWithoutCpu(const testing::TemporaryFolder& folder, absl::string_view cpu, absl::string_view policy) {
  const std::string fleet = testing::SourcePath("deploy/examples/fleet/");
  const auto text = [&](const char* name) {
    std::ostringstream bytes;
    bytes << std::ifstream(fleet + name).rdbuf();
    return bytes.str();
  };
  folder.Write("configuration.yaml", text("clustersizingconfiguration.yaml"));
  folder.Write("vpas.yaml", absl::StrReplaceAll(text("verticalpodautoscalers.yaml"),
                                                {{"        uncappedTarget:\n          cpu: 10108m\n",
                                                  absl::StrCat("        uncappedTarget:\n", cpu)},
                                                 {"  updatePolicy:\n", absl::StrCat(policy, "  updatePolicy:\n")}}));
  folder.Write("clusters.json", ClusterJson("checkout-prod", "large").dump());
}

TEST_F(FolderRunTest, HoldsACheckoutWhoseVpaLostItsCpu) {
  for (const absl::string_view cpu : {"", "          cpu: \"0\"\n"}) {
    WriteCheckoutWithoutCpu(folder_, cpu, "");
    EXPECT_EQ(Run(folder_.path()), 0);
    EXPECT_THAT(out_,
                StartsWith("clusters/checkout-prod: keep large: RECOMMENDATION_SUSPECT: held: the VPA recommends no "
                           "CPU, and memory alone would make the cluster smaller (VPA_CPU_MISSING)"));
  }
}

TEST_F(FolderRunTest, ShrinksACheckoutWhoseVpaLeavesCpuOutOnPurpose) {
  WriteCheckoutWithoutCpu(folder_, "",
                          "  resourcePolicy:\n    containerPolicies:\n    - containerName: kube-apiserver\n"
                          "      controlledResources: [memory]\n");
  EXPECT_EQ(Run(folder_.path()), 0);
  EXPECT_THAT(out_, AllOf(StartsWith("clusters/checkout-prod: annotate large -> small: "),
                          HasSubstr("cpu does not take part: the VPA's resource policy leaves it out")));
}

TEST_F(FolderRunTest, HoldsAllSizesOfAConfigurationWithAMisspelledField) {
  WriteAll();
  kube::Json configuration = ConfigurationJson();
  configuration["spec"]["resourceBasedAutoScaling"] = configuration["spec"]["resourceBasedAutoscaling"];
  configuration["spec"].erase("resourceBasedAutoscaling");
  folder_.Write("configuration.json", configuration.dump());
  EXPECT_EQ(Run(folder_.path()), 1);
  EXPECT_THAT(out_, StartsWith("clusters/hc1: keep small: CONFIGURATION_UNUSABLE: "));
  EXPECT_THAT(log_, HasSubstr("Write resourceBasedAutoscaling"));
}

TEST_F(FolderRunTest, IgnoresAFieldOfANewerCrd) {
  WriteAll();
  kube::Json configuration = ConfigurationJson();
  configuration["spec"]["sizes"][0]["effects"]["containerResourcePolicy"] = "x";
  folder_.Write("configuration.json", configuration.dump());
  EXPECT_EQ(Run(folder_.path()), 0);
  EXPECT_THAT(out_, StartsWith("clusters/hc1: annotate small -> medium: "));
}

TEST_F(FolderRunTest, HoldsSmallerSizesOfAConfigurationThatHasLostFields) {
  kube::Json configuration = ConfigurationJson();
  configuration["spec"]["resourceBasedAutoscaling"].erase("kubeAPIServerCPUFraction");
  configuration["status"]["conditions"] =
      kube::Json::array({{{"type", "SizingFieldsStored"},
                          {"status", "False"},
                          {"message", "spec.resourceBasedAutoscaling.kubeAPIServerCPUFraction is lost"}}});
  folder_.Write("configuration.json", configuration.dump());
  folder_.Write("cluster.json", ClusterJson("hc1", "medium").dump());
  folder_.Write("vpa.json", VpaJson("hc1", "1Gi", "5").dump());
  EXPECT_EQ(Run(folder_.path()), 0);
  EXPECT_THAT(out_, StartsWith("clusters/hc1: keep medium: FIELDS_NOT_STORED: held: "));
  EXPECT_THAT(log_, HasSubstr("no cluster gets a smaller size until the fields are set again"));
}

TEST_F(FolderRunTest, ReadsListsAndSkipsUnknownKinds) {
  const kube::Json list = {{"apiVersion", "v1"},
                           {"kind", "List"},
                           {"items",
                            {ConfigurationJson(),
                             ClusterJson("hc1", "small"),
                             VpaJson("hc1", "20Gi"),
                             {{"apiVersion", "v1"}, {"kind", "Secret"}}}}};
  folder_.Write("all.yaml", list.dump());
  EXPECT_EQ(Run(folder_.path()), 0);
  EXPECT_THAT(out_, StartsWith("clusters/hc1: annotate small -> medium: "));
}

TEST_F(FolderRunTest, ReportsUnreadableObjectsWithTheirPlaceAndDecidesTheRest) {
  WriteAll();
  folder_.Write("broken.yaml", "a: [1");
  EXPECT_EQ(Run(folder_.path()), 2);
  EXPECT_THAT(err_, HasSubstr("broken.yaml:1"));
  EXPECT_THAT(out_, HasSubstr("clusters/hc1: annotate small -> medium: "));
}

TEST_F(FolderRunTest, ReportsObjectsThatAreCutBeforeTheirKind) {
  WriteAll();
  folder_.Write("cut.yaml", "apiVersion: hypershift.openshift.io/v1beta1\nmetadata:\n  name: x");
  EXPECT_EQ(Run(folder_.path()), 2);
  EXPECT_THAT(err_, HasSubstr("cut.yaml:1:1: the Kubernetes object has no kind\n"));
  EXPECT_THAT(out_, HasSubstr("clusters/hc1: annotate small -> medium: "));
}

TEST_F(FolderRunTest, WarnsOfDocumentsThatAreNotObjects) {
  WriteAll();
  folder_.Write("configmap.yaml", "apiVersion: v1\nkind: ConfigMap\n");
  const std::string values = folder_.Write("values.yaml", "replicaCount: 1\n");
  EXPECT_EQ(Run(folder_.path()), 0);
  EXPECT_EQ(err_, absl::StrCat("cpsizer-sidecar: warning: ", values,
                               ":1:1: has no kind; it cannot be read as a Kubernetes object\n"));
}

TEST_F(FolderRunTest, ReportsMetadataOfAnotherType) {
  const std::pair<const char*, const char*> cases[] = {
      {"{name: c, annotations: {hypershift.openshift.io/resource-based-cp-auto-scaling: true}}",
       "metadata.annotations[hypershift.openshift.io/resource-based-cp-auto-scaling]: true is a boolean where text is "
       "expected; quote it: \"true\""},
      {"{name: 17}", "metadata.name: 17 is a number where text is expected; quote it: \"17\""},
      {"text", "metadata: \"text\" is text where a mapping is expected"},
  };
  WriteAll();
  for (const auto& [metadata, says] : cases) {
    const std::string object =
        absl::StrCat("{apiVersion: hypershift.openshift.io/v1beta1, kind: HostedCluster, metadata: ", metadata, "}");
    for (const std::string& text : {object, absl::StrCat("{apiVersion: v1, kind: List, items: [", object, "]}")}) {
      const std::string file = folder_.Write("typed.yaml", text);
      EXPECT_EQ(Run(folder_.path()), 2);
      EXPECT_THAT(err_, AllOf(HasSubstr(file + ":1:"), HasSubstr(says)));
      EXPECT_THAT(out_, StartsWith("clusters/hc1: annotate small -> medium: "));
    }
  }
}

TEST_F(FolderRunTest, ReportsADuplicateObject) {
  WriteAll();
  folder_.Write("vpa2.json", VpaJson("hc1", "40Gi").dump());
  EXPECT_EQ(Run(folder_.path()), 2);
  EXPECT_THAT(err_, HasSubstr("VerticalPodAutoscaler clusters-hc1/kube-apiserver occurs twice"));
}

TEST_F(FolderRunTest, WithoutAUsableConfigurationNothingWouldBeWritten) {
  folder_.Write("cluster.json", ClusterJson("hc1", "small").dump());
  EXPECT_EQ(Run(folder_.path()), 1);
  EXPECT_THAT(out_, AllOf(HasSubstr("keep small: CONFIGURATION_UNUSABLE: "), Not(HasSubstr("annotate"))));
  EXPECT_THAT(log_, HasSubstr("there is no ClusterSizingConfiguration"));
}

TEST_F(FolderRunTest, ReportsAMissingFolder) {
  EXPECT_EQ(Run(folder_.PathOf("missing")), 2);
  EXPECT_EQ(err_, absl::StrCat("cpsizer-sidecar: --source: cannot read the folder \"", folder_.PathOf("missing"),
                               "\": No such file or directory; name a folder of YAML and JSON\n"));
  EXPECT_THAT(log_, IsEmpty());
  EXPECT_EQ(Run(folder_.Write("file", "x")), 2);
  EXPECT_THAT(err_, HasSubstr("Not a directory"));
}

}  // namespace
}  // namespace cpsizer::sidecar
