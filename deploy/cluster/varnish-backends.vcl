# The servers behind varnish.vcl: here HAProxy, which balances the nodes. Without HAProxy, name each node as a backend and
# add all of them to the director.

probe alive {
	# Answers while a node runs, also without a database: nodes themselves say which requests they cannot serve.
	.url = "/healthz";
	.interval = 1s;
	.timeout = 2s;
	.window = 3;
	.threshold = 2;
	.initial = 2;
}

backend haproxy {
	.host = "${HAPROXY_HOST}";
	.port = "${NODES_PORT}";
	.connect_timeout = 1s;
	.first_byte_timeout = 60s;
	.probe = alive;
}

sub vcl_init {
	new service = directors.round_robin();
	service.add_backend(haproxy);
}
