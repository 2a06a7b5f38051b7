#include "client/kube/json.h"

#include <functional>
#include <utility>
#include <vector>

#include "client/kube/json_list.h"
#include "client/kube/limits.h"

namespace cpsizer::kube {
namespace {

constexpr char kItems[] = "items";

// Builds what nlohmann's own parser builds, without what stands under one name, and without the items of a list that
// `take` has had, if there is one.
class Builder : public nlohmann::json_sax<Json> {
 public:
  Builder(absl::string_view passed_over, std::function<void(const Json&)> take)
      : name_passed_over_(passed_over), take_(std::move(take)) {}

  bool null() override { return Add(nullptr); }
  bool boolean(bool value) override { return Add(value); }
  bool number_integer(number_integer_t value) override { return Add(value); }
  bool number_unsigned(number_unsigned_t value) override { return Add(value); }
  bool number_float(number_float_t value, const string_t& /*text*/) override { return Add(value); }
  bool string(string_t& value) override { return Add(std::move(value)); }
  bool binary(binary_t& /*value*/) override { return false; }
  bool start_object(size_t /*elements*/) override { return Begin(Json::value_t::object); }
  bool start_array(size_t /*elements*/) override { return Begin(Json::value_t::array); }
  bool end_object() override { return End(); }
  bool end_array() override { return End(); }
  bool key(string_t& key) override {
    if (passed_over_ > 0) return true;
    pass_over_next_ = key == name_passed_over_;
    if (pass_over_next_) return true;
    if (open_.size() == 1) in_items_ = key == kItems;
    member_ = &(*open_.back())[std::move(key)];
    return true;
  }
  bool parse_error(size_t /*position*/, const std::string& /*token*/, const Json::exception& /*error*/) override {
    return false;
  }

  Json Take() { return std::move(root_); }

 private:
  bool Add(Json value) {
    if (passed_over_ > 0 || std::exchange(pass_over_next_, false)) return true;
    Put(std::move(value));
    return true;
  }
  bool Begin(Json::value_t type) {
    if (open_.size() + passed_over_ == kMaxJsonLevels) return false;
    if (passed_over_ > 0 || std::exchange(pass_over_next_, false)) {
      ++passed_over_;
    } else {
      open_.push_back(&Put(type));
    }
    return true;
  }
  bool End() {
    if (passed_over_ > 0) {
      --passed_over_;
      return true;
    }
    const bool is_object = open_.back()->is_object();
    open_.pop_back();
    if (is_object && take_ != nullptr && in_items_ && open_.size() == 2 && open_.back()->is_array()) GiveItem();
    return true;
  }
  void GiveItem() {
    Json::array_t& items = open_.back()->get_ref<Json::array_t&>();
    take_(items.back());
    items.pop_back();
  }
  Json& Put(Json value) {
    if (open_.empty()) return root_ = std::move(value);
    if (open_.back()->is_array()) return open_.back()->emplace_back(std::move(value));
    return *member_ = std::move(value);
  }

  const absl::string_view name_passed_over_;
  const std::function<void(const Json&)> take_;
  bool in_items_ = false;  // the last member of the root that began is the items of a list
  Json root_;
  std::vector<Json*> open_;  // objects and arrays that have begun
  Json* member_ = nullptr;   // of the last of them
  bool pass_over_next_ = false;
  size_t passed_over_ = 0;  // objects and arrays that have begun in what is passed over
};

}  // namespace

Json ParseJson(absl::string_view bytes, absl::string_view passed_over) {
  return ParseList(bytes, passed_over, nullptr);
}

Json ParseList(absl::string_view bytes, absl::string_view passed_over, const std::function<void(const Json&)>& take) {
  Builder builder(passed_over, take);
  return Json::sax_parse(bytes.begin(), bytes.end(), &builder) ? builder.Take() : Json();
}

const Json& Find(const Json& object, std::initializer_list<const char*> path) {
  static const Json kNull;
  const Json* value = &object;
  for (const char* const key : path) {
    if (!value->is_object()) return kNull;
    const auto it = value->find(key);
    if (it == value->end()) return kNull;
    value = &*it;
  }
  return *value;
}

absl::string_view TextAt(const Json& object, std::initializer_list<const char*> path) {
  const Json& value = Find(object, path);
  return value.is_string() ? absl::string_view(value.get_ref<const std::string&>()) : absl::string_view();
}

int64_t NumberAt(const Json& object, std::initializer_list<const char*> path) {
  const Json& value = Find(object, path);
  return value.is_number_integer() ? value.get<int64_t>() : 0;
}

}  // namespace cpsizer::kube
