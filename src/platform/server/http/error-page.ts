import type { FastifyRequest } from 'fastify'
import { preferredLanguage } from '../language.ts'
import { html } from './markup.ts'
import { say } from './words.ts'

/** Addresses for programs: the answer is JSON whatever the client says it takes. */
export const PROGRAM_PATH = /^\/(?:rest|rpc|health|metrics|status)(?:[/?]|$)/

/** Whether the client shows the answer to a person. */
export function takesHtml(request: FastifyRequest): boolean {
  return /text\/html|application\/xhtml\+xml/i.test(request.headers.accept ?? '')
}

/**
 * The document for a person whose request the server could not do. It needs nothing that may be what is broken: no
 * database, no built files, no script.
 */
export function errorPage(request: FastifyRequest, status: number): string {
  const locale = preferredLanguage(request.headers['accept-language']) ?? 'en'
  const [title, text] = wordsFor(status, locale)
  // A form would be sent a second time.
  const again = request.method === 'GET' && html`<p><a href="${request.url}">${say(locale, 'Try again')}</a></p>`
  return `<!doctype html>\n${
    html`<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title}</title></head>
<body style="font: 1rem/1.5 system-ui, sans-serif; max-width: 36rem; margin: 15vh auto; padding: 0 1.5rem"><main>
<h1 style="font-size: 1.5rem">${title}</h1><p>${text}</p>${again}
<p><small>${say(locale, 'By this number an administrator finds it in the log:')} <code>${request.id}</code></small></p>
</main></body></html>`.text
  }\n`
}

function wordsFor(status: number, locale: string): [title: string, text: string] {
  switch (status) {
    case 503:
      return [
        say(locale, 'The wiki does not answer right now'),
        say(locale, 'Its database cannot be reached. This is usually over in a moment.'),
      ]
    case 507:
      return [
        say(locale, 'The wiki has no space left'),
        say(locale, 'Nothing was saved. Pages can still be read. An administrator has to make room.'),
      ]
    default:
      return [
        say(locale, 'Something went wrong'),
        say(locale, 'The server could not do this because of an error in it.'),
      ]
  }
}
