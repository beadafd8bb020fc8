import { z } from 'zod'
import type { App } from '#platform/server/app.ts'
import { Answer } from '#platform/server/http/http.ts'
import * as contract from '../contract.ts'
import { INVALID_REQUEST, METHOD_NOT_FOUND, rpcCallOf, rpcError, type RpcCall, type RpcError } from './call.ts'
import { pageMethods } from './pages.ts'
import { permissionMethods } from './permissions.ts'
import { userMethods } from './users.ts'

const METHODS = new Map(Object.entries({ ...pageMethods, ...permissionMethods, ...userMethods }))

/** The protocol gives no limit to ids; this keeps what is echoed small. */
const envelope = z
  .object({
    method: z.string(),
    params: z.union([z.array(z.unknown()), z.null()]).optional(),
    id: z.union([z.string().max(200), z.number(), z.null()]).optional(),
  })
  .loose()

const NO_XML_RPC =
  'XML-RPC is not offered. Use the REST interface at /rest/api, or JSON-RPC at /rpc/json-rpc/confluenceservice-v2.'
const FAULT =
  `<?xml version="1.0" encoding="UTF-8"?><methodResponse><fault><value><struct>` +
  `<member><name>faultCode</name><value><int>501</int></value></member>` +
  `<member><name>faultString</name><value><string>${NO_XML_RPC}</string></value></member>` +
  `</struct></value></fault></methodResponse>`

/** Calls of JSON-RPC, with and without its envelope, and what XML-RPC is answered. */
export function rpcRoutes({ http }: App): void {
  http.handle(contract.rpcCall, async ({ ctx, body, request, reply }) => {
    const asked = envelope.safeParse(body)
    if (!asked.success)
      return failed(null, { code: INVALID_REQUEST, message: 'A call needs a method and a list of params', data: null })
    const { method, params, id = null } = asked.data
    const answer = await run(rpcCallOf(ctx, { request, reply }), method, params ?? [])
    return 'error' in answer ? failed(id, answer.error) : Answer.json({ jsonrpc: '2.0', id, result: answer.result })
  })
  http.handle(contract.rpcLightCall, async ({ ctx, params, body, request, reply }) => {
    const list = body === undefined || body === null ? [] : body
    if (!Array.isArray(list))
      return Answer.json(
        { error: { code: INVALID_REQUEST, message: 'The body must be the list of parameters', data: null } },
        400,
      )
    const answer = await run(rpcCallOf(ctx, { request, reply }), params.method, list)
    if (!('error' in answer)) return Answer.json(answer.result)
    // Programs that read no envelope read the status.
    return Answer.json({ error: answer.error }, answer.error.code > 0 ? answer.error.code : 404)
  })
  http.handle(
    contract.xmlRpcNotice,
    () => new Answer(200, { 'content-type': 'text/plain;charset=UTF-8' }, `${NO_XML_RPC}\n`),
  )
  http.handle(contract.xmlRpcCall, ({ request }) => {
    request.raw.resume()
    return new Answer(200, { 'content-type': 'text/xml;charset=UTF-8' }, FAULT)
  })
}

async function run(
  call: RpcCall,
  name: string,
  params: readonly unknown[],
): Promise<{ result: unknown } | { error: RpcError }> {
  const method = METHODS.get(name)
  if (!method) {
    return {
      error: {
        code: METHOD_NOT_FOUND,
        message: `There is no method ${name.slice(0, 100)}; there are ${[...METHODS.keys()].join(', ')}`,
        data: null,
      },
    }
  }
  try {
    return { result: await method.run(call, params) }
  } catch (error) {
    return { error: rpcError(error) }
  }
}

function failed(id: string | number | null, error: RpcError): Answer {
  return Answer.json({ jsonrpc: '2.0', id, error })
}
