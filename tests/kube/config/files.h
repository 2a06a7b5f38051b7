#ifndef CPSIZER_TESTS_KUBE_CONFIG_FILES_H_
#define CPSIZER_TESTS_KUBE_CONFIG_FILES_H_

#include "tests/testing/temporary_folder.h"

namespace cpsizer::kube {

using ::cpsizer::testing::TemporaryFolder;

// A certificate, its key, and another key. They are used only in the tests of this folder.
inline constexpr char kCertificatePem[] =
    "-----BEGIN CERTIFICATE-----\n"
    "MIIBdTCCARugAwIBAgIUS+d5+2dZVq8MQyzUGmySl3F0LicwCgYIKoZIzj0EAwIw\n"
    "DzENMAsGA1UEAwwEdGVzdDAgFw0yNjExMjEyMjQ3MzlaGA8yMTI2MTAyODIyNDcz\n"
    "OVowDzENMAsGA1UEAwwEdGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABCPQ\n"
    "BMW+2N0W4PL/tZ7D/63prBGnKVPplYQ6ykxJN50nLr5Xbs/PKBjCb8pKoRLUCWzt\n"
    "/0Nr8hGUMBWk7CqVACWjUzBRMB0GA1UdDgQWBBSd8w1DltpBk7h7zOCE/qMqFpI0\n"
    "ljAfBgNVHSMEGDAWgBSd8w1DltpBk7h7zOCE/qMqFpI0ljAPBgNVHRMBAf8EBTAD\n"
    "AQH/MAoGCCqGSM49BAMCA0gAMEUCIHmM2neu5NxAWkciFnBLB+6IfjLDwXvojrvM\n"
    "vlCfU3hXAiEAuy/peynmfMKxKiSCqFwGq5qgrQUsxCjnY3VvyxMeiLE=\n"
    "-----END CERTIFICATE-----\n";
inline constexpr char kKeyPem[] =
    "-----BEGIN PRIVATE KEY-----\n"
    "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgL/sVpyzjqyXfxt2P\n"
    "SBXKFPD/x4tsWT9/zlf2I4XN1n2hRANCAAQj0ATFvtjdFuDy/7Wew/+t6awRpylT\n"
    "6ZWEOspMSTedJy6+V27PzygYwm/KSqES1Als7f9Da/IRlDAVpOwqlQAl\n"
    "-----END PRIVATE KEY-----\n";
inline constexpr char kOtherKeyPem[] =
    "-----BEGIN EC PRIVATE KEY-----\n"
    "MHcCAQEEILqWGC6HeguREjKdd/D0J/QOxHOm75J/JLPvIWusjKl+oAoGCCqGSM49\n"
    "AwEHoUQDQgAEOXN/Jv2iyyPlLPWpxkMg92+SefOdkmipPuaBC7QTqldrsVdVJdhg\n"
    "S7ruGtnLDl4BVV89rO05wN0kHNy1dqI1yQ==\n"
    "-----END EC PRIVATE KEY-----\n";
// PEM with invalid content.
inline constexpr char kBrokenCertificatePem[] = "-----BEGIN CERTIFICATE-----\nQUJD\n-----END CERTIFICATE-----\n";
inline constexpr char kBrokenKeyPem[] = "-----BEGIN EC PRIVATE KEY-----\nREVG\n-----END EC PRIVATE KEY-----\n";

}  // namespace cpsizer::kube

#endif  // CPSIZER_TESTS_KUBE_CONFIG_FILES_H_
