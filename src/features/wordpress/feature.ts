import { defineFeature } from '../../http/feature.ts'
import { createOembedRouter, OEMBED_NAMESPACE } from './oembed-routes.ts'
import { createWordpressRouter, WORDPRESS_NAMESPACE } from './routes.ts'
import { findOembedRoute } from './serve-oembed.ts'

/** Interfaces for clients of WordPress: `wp/v2` and oEmbed. */
export const wordpress = defineFeature({
  name: 'wordpress',
  requires: ['media'],
  serve: ({ pageRenderer }) => ({
    finders: [{ position: 230, find: findOembedRoute }],
    namespaces: [
      { name: WORDPRESS_NAMESPACE, router: createWordpressRouter() },
      { name: OEMBED_NAMESPACE, router: createOembedRouter(pageRenderer) },
    ],
  }),
})
