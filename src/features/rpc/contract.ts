import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { CONTENT_BODY_LIMIT } from '#features/content/shared.ts'
import { SERVICE_PATH } from './shared.ts'

const TAG = 'rpc'
/** Call with envelope. Parameters are positional. */
export const rpcCall = endpoint({
  // Each method checks for itself.
  allowedInReadOnlyMode: true,
  method: 'POST',
  path: SERVICE_PATH,
  tag: TAG,
  summary: 'A method of the old JSON-RPC service, in an envelope',
  body: z.unknown(),
  bodyLimit: CONTENT_BODY_LIMIT,
})
/** Light form: parameter list in, bare result out. */
export const rpcLightCall = endpoint({
  // Each method checks for itself.
  allowedInReadOnlyMode: true,
  method: 'POST',
  path: `${SERVICE_PATH}/:method`,
  tag: TAG,
  summary: 'A method of the old JSON-RPC service, without an envelope',
  params: z.object({ method: z.string().max(100) }),
  body: z.unknown(),
  bodyLimit: CONTENT_BODY_LIMIT,
})
/** Clients probe the remote interface before using REST. */
export const xmlRpcNotice = endpoint({
  method: 'GET',
  path: '/rpc/xmlrpc',
  tag: TAG,
  summary: 'Says that XML-RPC is not offered',
})
export const xmlRpcCall = endpoint({
  allowedInReadOnlyMode: true,
  method: 'POST',
  path: '/rpc/xmlrpc',
  tag: TAG,
  summary: 'Answers each XML-RPC call with a fault: it is not offered',
  encoding: 'bytes',
  allowWithoutToken: true,
})
