import type { Snippet } from "@/components/delivery/docs/snippets/snippet";

export const go: Snippet = {
  id: "go",
  label: "Go",
  sign: `package main

import (
	"crypto/md5"
	"encoding/base64"
	"encoding/hex"
)

// Sign takes the exact bytes that are sent.
func Sign(body []byte, key string) string {
	sum := md5.Sum([]byte(base64.StdEncoding.EncodeToString(body) + key))
	return hex.EncodeToString(sum[:])
}`,
  signTimed: String.raw`package main

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"
)

// SignTimed returns the value of x-signature. path: with its query string; body: the exact bytes
// that are sent.
func SignTimed(method, path string, body []byte, key string) string {
	random := make([]byte, 16)
	if _, err := rand.Read(random); err != nil {
		panic(err)
	}
	at, nonce := time.Now().Unix(), hex.EncodeToString(random)
	mac := hmac.New(sha256.New, []byte(key))
	fmt.Fprintf(mac, "v1\n%s\n%s\n%d\n%s\n", method, path, at, nonce)
	mac.Write(body)
	return fmt.Sprintf("t=%d,n=%s,v1=%s", at, nonce, hex.EncodeToString(mac.Sum(nil)))
}`,
  verify: String.raw`package main

import (
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"regexp"
	"strconv"
	"strings"
	"time"
)

var signMember = regexp.MustCompile(${"`"},"sign":"([0-9a-f]{32})"}\z${"`"})

// IsSigned checks the sign member. body: as it arrived, before any parser.
func IsSigned(body []byte, key string) bool {
	at := signMember.FindSubmatchIndex(body)
	if at == nil {
		return false
	}
	signed := append(append([]byte{}, body[:at[0]]...), '}')
	sum := md5.Sum([]byte(base64.StdEncoding.EncodeToString(signed) + key))
	return hmac.Equal([]byte(hex.EncodeToString(sum[:])), body[at[2]:at[3]])
}

// IsStandardSigned checks the Standard Webhooks headers; names in lower case.
func IsStandardSigned(body []byte, headers map[string]string, key string) bool {
	id, at := headers["webhook-id"], headers["webhook-timestamp"]
	seconds, err := strconv.ParseInt(at, 10, 64)
	if age := time.Now().Unix() - seconds; err != nil || age > 300 || age < -300 {
		return false
	}
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write([]byte(id + "." + at + "."))
	mac.Write(body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, one := range strings.Split(headers["webhook-signature"], " ") {
		if hmac.Equal([]byte(one), []byte(expected)) {
			return true
		}
	}
	return false
}`,
};
