import { hash } from 'node:crypto'
import { z } from 'zod'
import type { Json, OpenApiDocument, Operation, Parameter } from '../../openapi-document.ts'
import type { App } from '../app.ts'
import { version } from '../package.ts'
import { DEFAULT_BODY_LIMIT } from './create.ts'
import { JSON_TYPE, type AnyEndpoint } from './http.ts'
import { DOCS_STYLE, docsPage } from './openapi-page.ts'

const BODY_TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  bytes: 'application/octet-stream',
} as const

const ERROR_SCHEMA: Json = {
  type: 'object',
  required: ['statusCode', 'data', 'message', 'reason'],
  properties: {
    statusCode: { type: 'integer' },
    data: {
      type: 'object',
      required: ['authorized', 'valid', 'allowedInReadOnlyMode', 'errors', 'successful'],
      properties: {
        authorized: { type: 'boolean' },
        valid: { type: 'boolean' },
        allowedInReadOnlyMode: { type: 'boolean' },
        errors: {
          type: 'array',
          description: 'What is wrong, one by one; the first says what `message` says',
          items: {
            type: 'object',
            properties: {
              field: { type: 'string', description: 'Path of the input that is wrong' },
              message: {
                type: 'object',
                properties: {
                  key: {
                    type: 'string',
                    description: 'The text with {{places}} for its values; absent where it says nothing to people',
                  },
                  args: { type: 'array', items: {}, description: 'The values, in the order of their places' },
                  translation: { type: 'string', description: 'The text with its values, in English' },
                },
              },
            },
          },
        },
        successful: { type: 'boolean' },
      },
    },
    message: { type: 'string', description: 'What is wrong, where, and how to mend it' },
    reason: { type: 'string', description: 'Reason phrase of the status' },
  },
}

/** Describes every registered call from its contract. */
export function openApiDocument(endpoints: readonly AnyEndpoint[], baseUrl: string): OpenApiDocument {
  const calls = callsOf(endpoints)
  const [asked, schemasAsked] = jsonSchemas(
    'input',
    calls.flatMap(({ id, endpoint: { params, query, body } }) =>
      Object.entries({ params, query, body }).map(([part, schema]) => [`${id}.${part}`, schema]),
    ),
  )
  const [answers, schemasAnswered] = jsonSchemas(
    'output',
    calls.map(({ id, endpoint }) => [id, endpoint.response]),
  )
  const paths: Record<string, Record<string, Operation>> = {}
  for (const { id, path, endpoint } of calls) {
    const { [`${id}.params`]: params, [`${id}.query`]: query, [`${id}.body`]: body } = asked
    const operations = (paths[path] ??= {})
    operations[endpoint.method.toLowerCase()] = {
      operationId: id,
      summary: endpoint.summary,
      tags: [endpoint.tag],
      parameters: [...pathParameters(path, params), ...parametersOf('query', query)],
      ...(body ? { requestBody: requestBodyOf(endpoint, body) } : {}),
      responses: {
        [String(endpoint.status ?? 200)]: {
          description: 'Success',
          ...(answers[id] ? { content: { 'application/json': { schema: answers[id] } } } : {}),
        },
        default: {
          description: 'Error',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
    }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Oxbow',
      version,
      description: 'Lists are paged by `start` and `limit`; `expand` names what to include; errors are of one shape.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    security: [{ basic: [] }, { token: [] }, { session: [] }, {}],
    paths,
    components: {
      schemas: { Error: ERROR_SCHEMA, ...schemasAsked, ...schemasAnswered },
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic' },
        token: { type: 'http', scheme: 'bearer', description: 'A personal access token' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'JSESSIONID',
          description: 'The session of a signed-in browser',
        },
      },
    },
  }
}

interface DescribedCall {
  readonly id: string
  readonly path: string
  readonly endpoint: AnyEndpoint
}

/** The calls by their paths, each with a unique name; of two for one method and path the first. */
function callsOf(endpoints: readonly AnyEndpoint[]): DescribedCall[] {
  const calls = new Map<string, DescribedCall>()
  const used = new Set<string>()
  for (const endpoint of [...endpoints].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))) {
    const path = templateOf(endpoint.path)
    const key = `${endpoint.method} ${path}`
    if (!calls.has(key)) calls.set(key, { id: uniqueId(endpoint.method, path, used), path, endpoint })
  }
  return [...calls.values()]
}

/** `/a/:id(\\d+)/*` → `/a/{id}/{path}` */
function templateOf(path: string): string {
  return path.replace(/:(\w+)(?:\([^)]*\))?\??/g, '{$1}').replace(/\*/g, '{path}')
}

function uniqueId(method: string, path: string, used: Set<string>): string {
  const words = path
    .replace(/^\/rest\/api/, '')
    .replace(/\{(\w+)\}/g, 'by-$1')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
  const base = method.toLowerCase() + words.map(word => word[0]?.toUpperCase() + word.slice(1)).join('')
  let id = base
  for (let n = 2; used.has(id); n++) id = `${base}${n}`
  used.add(id)
  return id
}

function requestBodyOf({ encoding = 'json', bodyLimit }: AnyEndpoint, schema: Json): Json {
  const limit = bodyLimit ?? (encoding === 'json' || encoding === 'form' ? DEFAULT_BODY_LIMIT : undefined)
  return {
    required: true,
    ...(limit === undefined ? {} : { description: `At most ${limit} bytes` }),
    content: { [BODY_TYPES[encoding]]: { schema } },
  }
}

/** Every placeholder is a parameter, whether or not the contract gives it a schema. */
function pathParameters(path: string, schema: Json | undefined): Parameter[] {
  const described = new Map(parametersOf('path', schema).map(entry => [entry.name, entry]))
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    schema: { type: 'string' },
    ...described.get(name),
    required: true,
  }))
}

function parametersOf(where: 'path' | 'query', schema: Json | undefined): Parameter[] {
  const properties = (schema?.['properties'] ?? {}) as Record<string, Json>
  const required = new Set((schema?.['required'] ?? []) as string[])
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: where,
    required: required.has(name),
    ...(typeof description === 'string' ? { description } : {}),
    schema: rest,
  }))
}

/**
 * Turns zod schemas, all at once, into JSON schemas.
 * @returns the schemas by name, and the components that they refer to: recursive ones, or those with an `id`
 */
function jsonSchemas(
  io: 'input' | 'output',
  schemas: ReadonlyArray<readonly [string, z.ZodType | undefined]>,
): [Record<string, Json>, Record<string, Json>] {
  const given = schemas.flatMap(([name, schema]) => (schema ? [[name, schema] as const] : []))
  const { properties, $defs = {} } = z.toJSONSchema(z.object(Object.fromEntries(given)), { io, unrepresentable: 'any' })
  const suffix = io === 'input' ? 'Input' : 'Output'
  const components = Object.entries($defs).map(([name, schema]) => [`${name}${suffix}`, schema])
  const text = JSON.stringify([properties, Object.fromEntries(components)])
  return JSON.parse(text.replace(/"#\/\$defs\/([^"]+)"/g, `"#/components/schemas/$1${suffix}"`)) as ReturnType<
    typeof jsonSchemas
  >
}

/** `/rest/api/openapi.json` and the same for people, `/rest/api/docs`. Made once, from what is registered. */
export function openApiCalls(app: App): void {
  const { fastify } = app.http
  const anyone = { config: { anonymous: true } }
  const cacheControl = 'no-cache'
  let made: { document: OpenApiDocument; text: string; etag: string } | undefined
  const describe = () => {
    if (!made || made.document.servers[0]?.['url'] !== app.baseUrl) {
      const document = openApiDocument(app.http.endpoints, app.baseUrl)
      const text = JSON.stringify(document)
      made = { document, text, etag: `"${hash('sha256', text, 'base64url').slice(0, 27)}"` }
    }
    return made
  }
  fastify.get('/rest/api/openapi.json', anyone, (_request, reply) => {
    const { text, etag } = describe()
    return reply.headers({ 'content-type': JSON_TYPE, 'cache-control': cacheControl, etag }).send(text)
  })
  fastify.get('/rest/api/docs', anyone, (request, reply) => {
    const { q } = request.query as { q?: string | string[] }
    const wanted = String(q ?? '').slice(0, 200)
    return reply
      .headers({
        'content-type': 'text/html;charset=UTF-8',
        'cache-control': cacheControl,
        'content-security-policy':
          "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      })
      .send(docsPage(describe().document, wanted))
  })
  fastify.get('/rest/api/docs/style.css', anyone, (_request, reply) =>
    reply.headers({ 'content-type': 'text/css;charset=UTF-8', 'cache-control': 'max-age=3600' }).send(DOCS_STYLE),
  )
}
