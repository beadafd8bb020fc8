import type { FastifyRequest } from 'fastify'
import { Answer } from '#platform/server/http/http.ts'
import { escapeHtml } from '#platform/server/http/markup.ts'

/** Whether a program asks for XML, and not for JSON or a page too. */
function asksXml({ headers, url }: FastifyRequest): boolean {
  const accept = headers.accept ?? ''
  return !url.split('?', 1)[0]?.endsWith('.json') && /[/+]xml\b/i.test(accept) && !/json|text\/html/i.test(accept)
}

/**
 * A value as it was asked for: as JSON unless XML is asked for.
 * @param root name of the XML document's element
 */
export function negotiated<T>(request: FastifyRequest, root: string, value: T, status = 200): T | Answer {
  const vary = { vary: 'Accept' }
  if (!asksXml(request)) return Answer.json(value, status, vary)
  const xml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${elementsOf(root, value)}`
  return new Answer(status, { 'content-type': 'application/xml;charset=UTF-8', ...vary }, xml)
}

/** As JAXB writes it: an element for each entry of a list, and links by their attributes. */
function elementsOf(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map(each => elementsOf(name, each)).join('')
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return `<${name}>${escapeHtml(String(value))}</${name}>`
  if (typeof value !== 'object' || value === null) return ''
  const fields = Object.entries(value)
  if ('href' in value && 'rel' in value)
    return `<${name}${fields.map(([key, text]) => ` ${key}="${escapeHtml(String(text))}"`).join('')}/>`
  return `<${name}>${fields.map(([key, inner]) => elementsOf(key, inner)).join('')}</${name}>`
}
