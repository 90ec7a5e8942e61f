/** Settings of the server and of the clients that may reach it; part of `SETTINGS`. */
import {
  anyText,
  type ConfigSetting,
  httpUrlWithoutCredentials,
  integer,
  onOff,
  splitList,
  workerCount,
} from './setting-types.ts'

export const SERVER_SETTINGS = {
  PORT: {
    default: '8080',
    describe: 'Port to listen on; 0 selects a free port',
    essential: true,
    ...integer(0, 65_535),
  },
  HOST: {
    default: '127.0.0.1',
    describe: 'Address to listen on; 0.0.0.0 accepts connections from other machines',
    expected: 'an IP address or host name of this machine',
    essential: true,
    parse: anyText.parse,
  },
  PUBLIC_URL: {
    default: '',
    describe: 'URL under which clients reach the service, such as https://calendar.example; by default HOST and PORT',
    essential: true,
    ...httpUrlWithoutCredentials,
  },
  TRUST_PROXY: {
    default: 'off',
    describe: 'on: read the client address from X-Forwarded-For, as set by the one proxy in front of the service',
    essential: true,
    ...onOff,
  },
  WORKERS: {
    default: '1',
    describe: 'Processes that share the port, or auto for one per CPU core; one of them runs background jobs',
    essential: true,
    ...workerCount,
  },
  CORS_ORIGINS: {
    default: '*',
    describe: 'Origins whose pages may call the API, separated by commas; * allows all origins, without credentials',
    expected: 'origins separated by commas',
    parse: splitList,
  },
  WORDPRESS_MOUNT: {
    default: 'on',
    describe: 'off: serve only /api, not the URLs of The Events Calendar such as /wp-json',
    ...onOff,
  },
} as const satisfies Record<string, ConfigSetting<unknown>>
