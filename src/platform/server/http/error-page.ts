import { createElement as h } from 'react'
import type { FastifyRequest } from 'fastify'
import type { Translate } from '../../texts.ts'
import { PlainMessageView } from '../../view/PlainMessageView.tsx'
import { preferredLanguage } from '../language.ts'
import { Texts } from '../texts.ts'
import { LIGHT_OR_DARK, plainDocument } from './plain-document.ts'
import { OTHER_ADDRESS, XSRF_FAILED, type XsrfError } from './xsrf.ts'

/** Addresses for programs: the answer is JSON whatever the client says it takes. */
export const PROGRAM_PATH = /^\/(?:rest|rpc|mcp|health|metrics|status)(?:[/?]|$)/

/** Whether the client shows the answer to a person. */
export function takesHtml(request: FastifyRequest): boolean {
  return /text\/html|application\/xhtml\+xml/i.test(request.headers.accept ?? '')
}

/** Of the platform alone: no feature is needed to say that something is broken. */
const texts = new Texts([])

/**
 * The document for a person whose request the server could not do. It needs nothing that may be what is broken: no
 * database, no built files, no script.
 */
export function errorPage(request: FastifyRequest, status: number): string {
  const locale = preferredLanguage(request.headers['accept-language']) ?? 'en'
  const t = texts.for(locale)
  const [title, text] = wordsFor(status, t)
  // A form would be sent a second time.
  const again = request.method === 'GET' ? { href: request.url, text: t('Try again') } : undefined
  const number = { label: t('By this number an administrator finds it in the log:'), value: request.id }
  const body = h(PlainMessageView, { title, text, link: again, number })
  return plainDocument({ locale, title, head: LIGHT_OR_DARK, body })
}

/**
 * The document for a user whose form was refused by the XSRF check.
 * @param addresses of the page that sent it and of the wiki, if they differ
 */
export function refusedFormPage(request: FastifyRequest, addresses: XsrfError['addresses']): string {
  const locale = preferredLanguage(request.headers['accept-language']) ?? 'en'
  const t = texts.for(locale)
  const title = addresses ? t('The wiki has another address') : t('The form was not accepted')
  const link = addresses
    ? { href: addresses.wiki, text: t('Open {{address}}', { address: addresses.wiki }) }
    : { href: '/', text: t('Go to the start page') }
  const body = h(PlainMessageView, {
    title,
    text: addresses ? t(OTHER_ADDRESS, addresses) : t(XSRF_FAILED),
    link,
    hint: addresses && t(FOR_ADMINISTRATORS),
  })
  return plainDocument({ locale, title, head: LIGHT_OR_DARK, body })
}

const FOR_ADMINISTRATORS =
  'For administrators: set OXBOW_BASE_URL to the address that users open. A proxy must pass on the headers Host and X-Forwarded-Proto, and OXBOW_TRUST_PROXY must be set.'

/** The page at an address that does not exist, where no feature has one. */
export function plainNotFoundPage(request: FastifyRequest): string {
  const locale = preferredLanguage(request.headers['accept-language']) ?? 'en'
  const t = texts.for(locale)
  const title = t('Page Not Found')
  const link = { href: '/', text: t('Go to the start page') }
  const body = h(PlainMessageView, { title, text: t('There is nothing at this address.'), link })
  return plainDocument({ locale, title, head: LIGHT_OR_DARK, body })
}

function wordsFor(status: number, t: Translate): [title: string, text: string] {
  switch (status) {
    case 503:
      return [
        t('The wiki does not answer right now'),
        t('Its database cannot be reached. This is usually over in a moment.'),
      ]
    case 507:
      return [
        t('The wiki has no space left'),
        t('Nothing was saved. Pages can still be read. An administrator has to make room.'),
      ]
    default:
      return [t('Something went wrong'), t('The server could not do this because of an error in it.')]
  }
}
