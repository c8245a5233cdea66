#!/bin/sh
# A third-party provider in shell: openssl, curl and the usual text tools. From the kit to the document of a transfer, with
# every answer of the bank verified before anything in it is believed.
#
#   npm run --silent sandbox -- kit > kit.json
#   sh sandbox/examples/shell-client.sh kit.json [USERNAME [PAYEE_IBAN [AMOUNT [DOCUMENT]]]]
#
# It also plays the customer in the browser (log_in, approve), with the password and one-time code of the kit.
set -eu
umask 077
LC_ALL=C
export LC_ALL

kit_file=${1:?usage: shell-client.sh KIT [USERNAME [PAYEE_IBAN [AMOUNT [DOCUMENT]]]]}
username=${2:-aisha}
payee_iban=${3:-IT27Y0999101000000000123456}
amount=${4:-1.00}
document=${5:-transfer.pdf}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

fail() {
  printf 'shell-client: %s\n' "$1" >&2
  exit 1
}

# ---- JSON ----

# json_fields FILE: one line `path<TAB>value` for each string, number, true, false and null. Strings keep their escapes.
json_fields() {
  tr '\n' ' ' < "$1" | awk '
    function skip(characters) { rest = substr(rest, characters + 1); sub(/^[ \t\r]+/, "", rest) }
    function take(form,   text) {
      if (!match(rest, form)) exit 1
      text = substr(rest, 1, RLENGTH)
      skip(RLENGTH)
      return text
    }
    function string(   text) { text = take("^\"([^\"\\\\]|\\\\.)*\""); return substr(text, 2, length(text) - 2) }
    function value(path,   first, count, name) {
      first = substr(rest, 1, 1)
      if (first == "\"") print substr(path, 2) "\t" string()
      else if (first == "{" || first == "[") {
        for (skip(1); rest !~ /^[]}]/; count++) {
          if (first == "{") { name = string(); take("^:") } else name = count + 0
          value(path "." name)
          if (rest !~ /^[]}]/) take("^,")
        }
        skip(1)
      } else print substr(path, 2) "\t" take("^[-+.0-9A-Za-z]+")
    }
    { rest = $0; skip(0); value("") }'
}

# field_of FILE PATH: a value from what json_fields wrote. Undoes the escapes that occur here: \n \" \/ \\
field_of() {
  awk -F '\t' -v path="$2" '$1 == path { print substr($0, length(path) + 2); exit }' "$1" |
    sed 's/\\n/\
/g; s/\\\(.\)/\1/g'
}
kit() { field_of "$work/kit" "$1"; }
answer() { field_of "$work/answer" "$1"; }

# ---- Encodings ----

new_uuid() { openssl rand -hex 16 | sed 's/\(.\{8\}\)\(.\{4\}\).\(.\{3\}\).\(.\{3\}\)/\1-\2-4\3-8\4-/'; }
url_encode() { printf '%s' "$1" | od -An -v -tx1 | tr -d ' \n' | sed 's/../%&/g'; }
base64_url() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }
sha256_base64() { openssl dgst -sha256 -binary "$1" | openssl base64 -A; }
seconds_of() {
  case $1 in ???,\ ??\ ???\ ????\ ??:??:??\ GMT) ;; *) return 1 ;; esac
  date -u -d "$1" +%s 2> /dev/null || date -u -j -f '%a, %d %b %Y %H:%M:%S GMT' "$1" +%s # GNU, BSD
}

# header FILE NAME: value of a header, whatever the case of its name. Given twice it is two lines, which nothing accepts.
header() {
  tr -d '\r' < "$1" | awk -v name="$2:" '
    tolower(substr($0, 1, length(name))) == tolower(name) { sub(/^[^:]*:[ \t]*/, ""); sub(/[ \t]+$/, ""); print }'
}

# ---- Calls to the API ----

# signing_string METHOD URL NAMES HEADERS: the lines that are signed, without a newline at the end. The request target is in
# lower case, base path and query included; the values come from a file of headers.
signing_string() {
  lines=
  for name in $3; do
    case $name in
      '(request-target)') value=$(printf '%s %s' "$1" "${2#"$api_origin"}" | tr 'A-Z' 'a-z') ;;
      *) value=$(header "$4" "$name") ;;
    esac
    printf '%s%s: %s' "$lines" "$name" "$value"
    lines='
'
  done
}

# signed_call METHOD URL [BODY_FILE [HEADER]]: calls the API and verifies the answer. Leaves $status, the body in
# $work/body, the headers in $work/headers, and the fields of a JSON body where `answer` finds them.
signed_call() {
  method=$1 url=$2 body=${3:-}
  names='(request-target) tpp-request-id date'
  # certificates are shown to the bank alone, whatever address a link names
  case $url in "$base_url"/*) ;; *) fail "$url is not an address of the bank" ;; esac
  {
    printf 'TPP-Transaction-ID: %s\n' "$transaction_id"
    printf 'TPP-Request-ID: %s\n' "$(new_uuid)"
    printf 'Date: %s\n' "$(date -u '+%a, %d %b %Y %H:%M:%S GMT')"
    printf 'TPP-Certificate: %s\n' "$(openssl x509 -in "$work/qseal.cert" -outform der | openssl base64 -A)"
    printf 'Content-Type: %s\nAccept: application/json\n' "${content_type:-application/json}"
    [ -z "${token:-}" ] || printf 'Authorization: Bearer %s\n' "$token"
    [ -z "${4:-}" ] || printf '%s\n' "$4"
    [ -z "$body" ] || printf 'Digest: SHA-256=%s\n' "$(sha256_base64 "$body")"
  } > "$work/request"
  [ -z "$body" ] || names='(request-target) digest tpp-request-id date'
  signature=$(signing_string "$method" "$url" "$names" "$work/request" |
    openssl dgst -sha256 -sign "$work/qseal.key" | openssl base64 -A)
  # in a quoted string, quotes and backslashes of the name stand behind a backslash
  printf 'Signature: keyId="%s",algorithm="rsa-sha256",headers="%s",signature="%s"\n' \
    "$(printf '%s' "$application" | sed 's/["\\]/\\&/g')" "$names" "$signature" >> "$work/request"
  status=$(curl --silent --show-error --http1.1 --path-as-is --max-time 30 --max-filesize 5000000 \
    --cacert "$work/tlsCa" --cert "$work/qwac.cert" --key "$work/qwac.key" \
    --request "$method" --header "@$work/request" ${body:+--data-binary "@$body"} \
    --dump-header "$work/headers" --output "$work/body" --write-out '%{http_code}' "$url")
  verify_answer "$method" "$url"
  : > "$work/answer"
  case $(header "$work/headers" content-type) in
    application/json*) json_fields "$work/body" > "$work/answer" || fail 'the answer is not JSON' ;;
  esac
}

# verify_answer METHOD URL: that the answer to this call comes from the bank, is whole, and is of now.
verify_answer() {
  headers=$work/headers
  [ "$(header "$headers" digest)" = "SHA-256=$(sha256_base64 "$work/body")" ] || fail 'the digest is not that of the body'
  dated=$(seconds_of "$(header "$headers" date)") || fail 'the answer has no readable date'
  age=$(($(date +%s) - dated))
  [ "$age" -le 1800 ] && [ "$age" -ge -1800 ] || fail 'the answer is not dated within 30 minutes'
  header "$headers" "$prefix-certificate" | openssl base64 -d -A |
    openssl x509 -inform der -out "$work/seal.pem" || fail 'the certificate of the answer is not one'
  openssl verify -CAfile "$work/sealCa" "$work/seal.pem" > /dev/null || fail 'the certificate is not of the bank'
  subject=$(openssl x509 -in "$work/seal.pem" -noout -subject -nameopt RFC2253,sep_comma_plus_space,-esc_msb,utf8)
  [ "$subject" = "subject=$(kit sealSubject)" ] || fail "the certificate is of somebody else: $subject"
  signed=$(header "$headers" signature)
  names=$(printf '%s' "$signed" | sed -n 's/.*headers="\([^"]*\)".*/\1/p')
  [ "$names" = "(request-target) digest $prefix-response-id date" ] || fail "the answer signs other headers: $names"
  case $signed in *'algorithm="rsa-sha256"'*) ;; *) fail 'the answer is signed by another algorithm' ;; esac
  signing_string "$1" "$2" "$names" "$headers" > "$work/signed"
  printf '%s' "$signed" | sed -n 's/.*signature="\([^"]*\)".*/\1/p' | openssl base64 -d -A > "$work/signature"
  openssl x509 -in "$work/seal.pem" -noout -pubkey > "$work/seal.pub"
  openssl dgst -sha256 -verify "$work/seal.pub" -signature "$work/signature" "$work/signed" > /dev/null ||
    fail 'the signature does not fit the answer'
  verified=$((${verified:-0} + 1))
}

# call STATUS METHOD URL [BODY_FILE [HEADER]]: a signed call; stops with what the bank says when it is another status.
call() {
  expected=$1
  shift
  signed_call "$@"
  [ "$status" = "$expected" ] ||
    fail "$method $url: $status $(answer result.messages.0.code) $(answer result.messages.0.detail)"
}

# next_url: where the answer's link `next` leads, by the HAL rules: the relative address takes the place of {rel}.
next_url() { answer _links.curies.0.href | sed "s|{rel}|$(answer _links.next.href)|"; }

# ---- The customer's browser ----

# browse URL [FORM_FILE]: one page, with cookies and without following redirects; $location is where it sends the browser.
browse() {
  curl --silent --show-error --max-time 30 --cookie "$work/cookies" --cookie-jar "$work/cookies" \
    ${2:+--data "@$2"} --header "Origin: $pages_origin" \
    --dump-header "$work/page-headers" --output "$work/page" "$1"
  location=$(header "$work/page-headers" location)
}

# has_form ACTION: whether the page has a form that goes there. submit ACTION NAME=VALUE...: posts it with these fields.
has_form() { grep -q "<form[^>]* action=\"$1\"" "$work/page"; }
submit() {
  action=$1
  shift
  tr '\n' ' ' < "$work/page" | sed 's/<form/\
<form/g' | grep -F "action=\"$action\"" | head -n 1 | sed 's/<input/\
<input/g' | sed -n 's/^<input type="hidden" name="\([^"]*\)" value="\([^"]*\)".*/\1=\2/p' > "$work/fields"
  for pair in "$@"; do printf '%s\n' "$pair" >> "$work/fields"; done
  while IFS= read -r pair; do
    printf '%s=%s&' "${pair%%=*}" "$(url_encode "${pair#*=}")"
  done < "$work/fields" > "$work/form"
  browse "$pages_origin$action" "$work/form"
}

# log_in: authorize, the customer's login and leave, and the code exchanged for a token.
log_in() {
  verifier=$(openssl rand 48 | base64_url)
  challenge=$(printf '%s' "$verifier" | openssl dgst -sha256 -binary | base64_url)
  state=$(openssl rand -hex 16)
  redirect_uri=$(kit applications.authorization_code.redirectUris.0)
  client_id=$(kit applications.authorization_code.clientId)
  call 302 GET "$(kit authorizeUrl)?response_type=code&client_id=$client_id&redirect_uri=$(url_encode \
    "$redirect_uri")&state=$state&code_challenge=$challenge&code_challenge_method=S256"
  location=$(header "$work/headers" location)
  pages_origin=$(printf '%s' "$location" | sed 's|^\(https*://[^/]*\).*|\1|')
  browse "$location"
  submit /login "username=$username" "password=$(kit "$customer.password")"
  browse "$pages_origin$location"
  submit /consent decision=allow
  case $location in "$redirect_uri?"*"state=$state"*) ;; *) fail 'the login did not come back' ;; esac
  code=$(printf '%s' "$location" | sed -n 's/.*[?&]code=\([^&]*\).*/\1/p')
  printf 'grant_type=authorization_code&code=%s&code_verifier=%s&redirect_uri=%s&client_id=%s&client_secret=%s' \
    "$code" "$verifier" "$(url_encode "$redirect_uri")" "$client_id" \
    "$(kit applications.authorization_code.clientSecret)" > "$work/token-form"
  content_type=application/x-www-form-urlencoded
  call 200 POST "$(kit tokenUrl)" "$work/token-form"
  content_type=application/json
  token=$(answer access_token)
}

# authorize RESOURCE_ID: SCA approach, the customer's one-time code in the browser, and the status until it is decided.
authorize() {
  return_uri=$(kit applications.authorization_code.redirectUris.0 | sed 's|^\(https*://[^/]*\).*|\1|')/api/sca/callback/$(new_uuid)
  call 200 GET "$base_url/private/auth/security/sca/$1/approach" '' "TPP-Redirect-URI: $return_uri"
  sca_url=$(answer data.scaRedirectURL)
  browse "$sca_url"
  if has_form /sca/login; then
    submit /sca/login "username=$username" "password=$(kit "$customer.password")"
    browse "$pages_origin$location"
  fi
  submit /sca "code=$(kit "$customer.oneTimeCode")" decision=approve
  case $location in "$return_uri"*) ;; *) fail 'the bank did not send the customer back' ;; esac
  authorization=PENDING polls=0
  while [ "$authorization" = PENDING ]; do
    [ "$polls" -eq 0 ] || sleep 1
    polls=$((polls + 1))
    [ "$polls" -le 30 ] || fail 'the authorization is still pending'
    call 200 GET "$base_url/private/operations/$1/status"
    authorization=$(answer data.authorizationStatus)
  done
  [ "$authorization" = AUTHORIZED ] || fail "the customer's decision is $authorization"
}

# ---- From kit to document ----

json_fields "$kit_file" > "$work/kit" || fail "$kit_file is not JSON"
for name in qwac.cert qwac.key qseal.cert qseal.key tlsCa sealCa; do kit "$name" > "$work/$name"; done
prefix=$(kit headerPrefix | tr 'A-Z' 'a-z')
base_url=$(kit baseUrl)
api_origin=$(printf '%s' "$base_url" | sed 's|^\(https://[^/]*\).*|\1|')
application=$(kit applications.authorization_code.name)
customer=$(awk -F '\t' -v name="$username" \
  '$1 ~ /^customers\.[0-9]+\.username$/ && $2 == name { sub(/\.username$/, "", $1); print $1 }' "$work/kit")
[ -n "$customer" ] || fail "the kit has no customer $username"
transaction_id=$(new_uuid)

log_in
call 200 GET "$base_url/private/customers/customerid-info"
customer_url=$base_url/private/customers/$(answer data.customerid)
echo "customer: $(answer data.customerid)"
call 200 GET "$customer_url/accounts"
product=$(answer data.accounts.0.accountId)
product_url=$customer_url/products/$product
echo "account: $product $(answer data.accounts.0.iban)"

printf '{"data":{"categories":[{"name":"ACCOUNT_INFO","products":["%s"]},{"name":"PAYMENTS","products":["%s"]}]}}' \
  "$product" "$product" > "$work/consent.json"
printf '{}' > "$work/empty.json"
call 200 POST "$customer_url/consent/request" "$work/consent.json"
confirm_url=$(next_url)
authorize "$(answer resources.resourceId)"
call 200 PUT "$confirm_url" "$work/empty.json"
call 200 GET "$customer_url/consent/list"
echo "consent: $(answer data.categories.0.name) $(answer data.categories.1.name)"

call 200 GET "$product_url/balance/retrieve"
currency=$(answer data.availableBalance.currency)
echo "available before: $(answer data.availableBalance.amount) $currency"

transaction_id=$(new_uuid)
call 200 GET "$product_url/moneyTransfer/prepare"
execution_date=$(answer data.executionDateMinimumWireTransferAtBank)
printf '{"data":{"moneyTransferAmount":{"currency":"%s","amount":"%s"},"flagUrgency":false,"type":"SEPA",' \
  "$currency" "$amount" > "$work/transfer.json"
printf '"moneyTransferExecutionDate":"%s","ibanBeneficiary":"%s","beneficiaryName":"Bice Altrove","description":"%s"}}' \
  "$execution_date" "$payee_iban" 'Transfer by shell' >> "$work/transfer.json"
call 200 POST "$(next_url)" "$work/transfer.json"
resource=$(answer resources.resourceId)
execute_url=$(next_url)
case $execute_url in */execute) ;; *) fail "the bank asks for more than this client knows: $execute_url" ;; esac
echo "to pay: $(answer data.totalAmount.amount) $(answer data.totalAmount.currency)"
authorize "$resource"
call 200 PUT "$execute_url" "$work/empty.json"
echo "executed: $(answer data.cro)"
call 200 GET "$(answer _embedded.printer.href)"
cp "$work/body" "$document"
echo "document: $document"
call 200 GET "$product_url/balance/retrieve"
echo "available after: $(answer data.availableBalance.amount) $currency"
echo "verified answers: $verified"
