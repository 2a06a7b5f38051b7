#include "client/sidecar/cluster_autoscaler/named_lists.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace cpsizer::sidecar {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> PointersOf(const std::vector<FieldPath>& paths) {
  std::vector<std::string> pointers;
  for (const FieldPath& path : paths) pointers.push_back(PointerOf(path));
  return pointers;
}

kube::Json SpecWith(const std::vector<kube::Json>& ports) {
  kube::Json object;
  object["spec"]["ports"] = ports;
  return object;
}

kube::Json PortA(int port) {
  kube::Json item;
  item["name"] = "a";
  item["port"] = port;
  return item;
}

kube::Json WithProtocol(kube::Json item) {
  item["protocol"] = "UDP";
  return item;
}

TEST(NamedListsTest, AnApplyDoesNotProduceAListWithOtherItemsOrPorts) {
  const kube::Json planned = SpecWith({PortA(1)});
  EXPECT_THAT(ListsToReplace(planned, SpecWith({WithProtocol(PortA(1))})), IsEmpty());
  EXPECT_THAT(PointersOf(ListsToReplace(planned, SpecWith({PortA(2)}))), ElementsAre("/spec/ports"));
  EXPECT_THAT(PointersOf(ListsToReplace(planned, SpecWith({PortA(1), PortA(1)}))), ElementsAre("/spec/ports"));
  EXPECT_THAT(ListsToReplace(planned, kube::Json::object()), IsEmpty()) << "an apply adds it";
}

TEST(NamedListsTest, AMergedListKeepsFieldsThatAreNotPlanned) {
  const kube::Json merged = MergedWith(SpecWith({PortA(1)}), SpecWith({WithProtocol(PortA(2)), PortA(3)}));
  EXPECT_EQ(merged, SpecWith({WithProtocol(PortA(1))}));
}

}  // namespace
}  // namespace cpsizer::sidecar
