# Shared cache in front of Calends: Varnish 7 with vmod_xkey (Debian packages varnish and varnish-modules).
# Settings of Calends: CDN_SECONDS=3600 CDN_PURGE_URL=http://127.0.0.1:6081/ CDN_PURGE_FORMAT=xkey

vcl 4.1;

import directors;
import std;
import xkey;

include "./varnish-backends.vcl";

# The nodes of Calends, which purge what a change affects.
acl purgers {
	"127.0.0.1";
	"::1";
}

sub vcl_recv {
	set req.backend_hint = service.backend();

	if (req.method == "PURGE") {
		if (client.ip !~ purgers) {
			return (synth(403, "Forbidden"));
		}
		if (!req.http.xkey-purge) {
			return (synth(400, "The header xkey-purge is missing"));
		}
		# Purged responses are kept for the case that no node is reachable.
		return (synth(200, "Purged " + xkey.softpurge(req.http.xkey-purge)));
	}

	# A purged or expired response is served for at most this time, while one request fetches the new one. With the repeated
	# purge a second after a change, no response is older than two seconds.
	if (req.restarts > 0) {
		set req.grace = 24h;
	} else {
		unset req.http.X-Cacheable;
		if (std.healthy(req.backend_hint)) {
			set req.grace = 0.8s;
		}
	}

	if (req.method != "GET" && req.method != "HEAD") {
		return (pass);
	}
	# Responses to these depend on the client. A nonce or a password can also be a parameter.
	if (req.http.Authorization || req.http.X-WP-Nonce || req.http.X-Event-Password ||
	    req.url ~ "[?&](_wpnonce|password|token)=") {
		return (pass);
	}
	# Only cookies of the service can change a response. They are not sent with public requests.
	if (req.http.Cookie ~ "(^|;\s*)calends_") {
		return (pass);
	}
	unset req.http.Cookie;
	# Requests that wait for changes, and event streams, must not wait for each other.
	if (req.url ~ "/changes(/|\?|$)" || req.http.Accept ~ "text/event-stream") {
		return (pass);
	}
	set req.http.X-Cacheable = "1";
	return (hash);
}

sub vcl_miss {
	if (req.restarts > 0) {
		# Nothing is stored: the client gets the error of the service.
		return (pass);
	}
}

sub vcl_backend_fetch {
	unset bereq.http.X-Cacheable;
}

sub vcl_backend_response {
	# Everything can be purged by the key of all responses, also files.
	if (!beresp.http.xkey) {
		set beresp.http.xkey = "calends";
	}
	if (beresp.status >= 500 && !bereq.uncacheable) {
		# The stored response remains; see vcl_synth.
		return (abandon);
	}
	if (beresp.http.Cache-Control ~ "(?i)no-store|no-cache|private" || beresp.http.Set-Cookie) {
		set beresp.uncacheable = true;
		set beresp.ttl = 60s;
		return (deliver);
	}
	# For stale-if-error: vcl_recv limits how long a response is served while a node is reachable.
	set beresp.grace = 24h;
}

sub vcl_deliver {
	unset resp.http.xkey;
	unset resp.http.X-Varnish;
	if (obj.hits > 0) {
		set resp.http.X-Cache = "hit";
	} else {
		set resp.http.X-Cache = "miss";
	}
}

sub vcl_synth {
	if (req.method == "PURGE") {
		return (deliver);
	}
	# The fetch of a public response failed: a stored one, of any age, is better than an error.
	if (resp.status == 503 && req.restarts == 0 && req.http.X-Cacheable) {
		return (restart);
	}
	set resp.http.Content-Type = "text/plain; charset=utf-8";
	set resp.http.Cache-Control = "no-store";
	set resp.http.Retry-After = "5";
	synthetic(resp.status + " " + resp.reason + {"
"});
	return (deliver);
}

sub vcl_backend_error {
	if (!bereq.uncacheable) {
		return (abandon);
	}
	# No node is reachable, and nothing is stored.
	set beresp.status = 503;
	set beresp.http.Content-Type = "text/plain; charset=utf-8";
	set beresp.http.Cache-Control = "no-store";
	set beresp.http.Retry-After = "5";
	set beresp.body = "503 The service is not reachable." + {"
"};
	set beresp.uncacheable = true;
	set beresp.ttl = 0s;
	return (deliver);
}
