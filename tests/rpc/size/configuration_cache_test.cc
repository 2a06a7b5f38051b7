#include "server/rpc/size/configuration_cache.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "tests/rpc/running_server.h"

namespace cpsizer::server {
namespace {

constexpr size_t kMiB = size_t{1} << 20;

SizeConfiguration CacheCompiled() {
  return CompileSizeConfiguration(testing::SmallRequest());
}

bool CacheHas(ConfigurationCache& cache, absl::string_view key) {
  return cache.Find(key) != nullptr;
}

// Searches for a configuration, as a caller of the cache does. Returns whether the caller should insert it.
bool CacheUse(ConfigurationCache& cache, absl::string_view key) {
  return !CacheHas(cache, key) && cache.Miss(key);
}

// Stores a configuration, as a caller of the cache does at the second use.
void CacheStore(ConfigurationCache& cache, absl::string_view key) {
  CacheUse(cache, key);
  ASSERT_TRUE(CacheUse(cache, key)) << key;
  cache.Insert(key, CacheCompiled());
}

// Returns a key that takes almost the largest part of a cache of one MiB that an entry may take.
std::string CacheLargeKey(int number) {
  return absl::StrCat(number, std::string(60'000, 'x'));
}

TEST(ConfigurationCacheTest, StoresAConfigurationAtItsSecondUse) {
  ConfigurationCache cache(kMiB);
  EXPECT_FALSE(CacheUse(cache, "a"));
  EXPECT_TRUE(CacheUse(cache, "a"));
  const auto inserted = cache.Insert("a", CacheCompiled());
  const auto found = cache.Find("a");
  EXPECT_EQ(found, inserted);
  EXPECT_EQ(found->ladder->sizes().size(), 2u);
}

TEST(ConfigurationCacheTest, CountsHitsAndMisses) {
  ConfigurationCache cache(kMiB);
  CacheStore(cache, "a");
  CacheUse(cache, "a");
  CacheUse(cache, "b");
  EXPECT_EQ(cache.figures().hits, 1);
  EXPECT_EQ(cache.figures().misses, 3);
  EXPECT_EQ(cache.figures().evictions, 0);
}

TEST(ConfigurationCacheTest, MemoryIsBoundedAndTheLeastRecentlyUsedIsRemoved) {
  ConfigurationCache cache(kMiB);
  int count = 0;
  while (cache.figures().evictions == 0) {
    CacheStore(cache, CacheLargeKey(count++));
    EXPECT_LE(cache.figures().bytes, kMiB);
    // The first one is used all the time, so it stays.
    EXPECT_TRUE(CacheHas(cache, CacheLargeKey(0)));
    ASSERT_LT(count, 20);
  }
  EXPECT_GT(count, 10);
  EXPECT_FALSE(CacheHas(cache, CacheLargeKey(1)));
  EXPECT_TRUE(CacheHas(cache, CacheLargeKey(2)));
}

TEST(ConfigurationCacheTest, ConfigurationsThatAreUsedOnceRemoveNothing) {
  ConfigurationCache cache(kMiB);
  CacheStore(cache, "a");
  const size_t bytes = cache.figures().bytes;
  for (int i = 0; i < 100'000; ++i) EXPECT_FALSE(CacheUse(cache, absl::StrCat("once-", i))) << i;
  EXPECT_EQ(cache.figures().bytes, bytes);
  EXPECT_TRUE(CacheHas(cache, "a"));
}

TEST(ConfigurationCacheTest, TheBytesIncludeKeyAndConfiguration) {
  ConfigurationCache cache(kMiB);
  const size_t before = cache.figures().bytes;
  const std::string key(10'000, 'k');
  CacheStore(cache, key);
  EXPECT_GE(cache.figures().bytes - before, key.size() + CacheCompiled().MemoryBytes());
}

TEST(ConfigurationCacheTest, AConfigurationThatIsTooLargeIsNotStored) {
  ConfigurationCache cache(kMiB);
  const std::string key(kMiB / 16, 'k');
  const size_t before = cache.figures().bytes;
  EXPECT_NE(cache.Insert(key, CacheCompiled()), nullptr);
  EXPECT_FALSE(CacheHas(cache, key));
  EXPECT_EQ(cache.figures().bytes, before);
}

TEST(ConfigurationCacheTest, ASecondInsertOfAKeyReplacesTheFirst) {
  ConfigurationCache cache(kMiB);
  CacheStore(cache, "a");
  const size_t bytes = cache.figures().bytes;
  const auto second = cache.Insert("a", CacheCompiled());
  EXPECT_EQ(cache.Find("a"), second);
  EXPECT_EQ(cache.figures().bytes, bytes);
}

TEST(ConfigurationCacheTest, AConfigurationStaysValidAfterItsRemoval) {
  ConfigurationCache cache(kMiB);
  CacheStore(cache, "a");
  const auto kept = cache.Find("a");
  for (int i = 0; i < 20; ++i) CacheStore(cache, CacheLargeKey(i));
  EXPECT_FALSE(CacheHas(cache, "a"));
  EXPECT_EQ(kept->ladder->sizes().size(), 2u);
}

TEST(ConfigurationCacheTest, ALimitOfZeroDisablesIt) {
  EXPECT_FALSE(ConfigurationCache(0).enabled());
  EXPECT_EQ(ConfigurationCache(0).figures().bytes, 0u);
}

}  // namespace
}  // namespace cpsizer::server
