import type { FastifyRequest } from 'fastify'
import { sentenceOf, type ErrorText } from '#platform/error-text.ts'
import type { Context } from '#platform/server/context.ts'
import { errorBody, HttpError } from '#platform/server/http/errors.ts'
import type { Answer } from '#platform/server/http/http.ts'
import { negotiated } from './xml.ts'

/** Fields of the form by which an application is linked, as old front ends call them. */
const FORM_FIELDS: Readonly<Record<string, string>> = {
  'body.applicationLink.name': 'application-name',
  'body.applicationLink.typeId': 'application-types',
  'body.applicationLink.rpcUrl': 'application-url',
  'body.applicationLink.displayUrl': 'application-display-url',
  'body.username': 'reciprocal-link-username',
  'body.password': 'reciprocal-link-password',
  'query.url': 'application-url',
  'query.newUrl': 'application-url',
}

/**
 * An error in the shape of the link service: `message`, a text or a list of them, and `fields`, the fields that they
 * are about, in the same order; beside what errors of the wiki always hold.
 */
export async function linkFailure(_ctx: Context, request: FastifyRequest, error: unknown): Promise<Answer> {
  if (!(error instanceof HttpError)) throw error
  const { errors } = error
  const fields = errors.flatMap(({ field }) => (field === undefined ? [] : [nameOf(field)]))
  const messages = errors.map(sentence)
  const body = {
    ...errorBody(error),
    'status-code': error.status,
    message: messages.length > 1 || fields.length > 0 ? messages : (messages[0] ?? ''),
    fields,
  }
  const answer = negotiated(request, 'status', body, error.status) as Answer
  Object.assign(answer.headers, error.headers)
  return answer
}

function nameOf(field: string): string {
  return FORM_FIELDS[field] ?? field.replace(/^(?:body|query|path)\./, '')
}

/** The error in words, without the field that `fields` names. */
function sentence({ field: _field, ...text }: ErrorText): string {
  return sentenceOf(text)
}
