import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { CONTENT_BODY_LIMIT } from '#features/content/shared.ts'
import { SERVICE_PATH } from './shared.ts'

const TAG = 'rpc'
/** A call with its envelope. Names of parameters are not known to this protocol: they come in order. */
export const rpcCall = endpoint({
  // Each method asks by the calls that it stands for.
  allowedInReadOnlyMode: true,
  method: 'POST', path: SERVICE_PATH, tag: TAG, summary: 'A method of the old JSON-RPC service, in an envelope',
  body: z.unknown(), bodyLimit: CONTENT_BODY_LIMIT,
})
/** The light form: the body is the list of parameters, the answer the bare result. */
export const rpcLightCall = endpoint({
  // Each method asks by the calls that it stands for.
  allowedInReadOnlyMode: true,
  method: 'POST', path: `${SERVICE_PATH}/:method`, tag: TAG, summary: 'A method of the old JSON-RPC service, without an envelope',
  params: z.object({ method: z.string().max(100) }), body: z.unknown(), bodyLimit: CONTENT_BODY_LIMIT,
})
/** Programs ask whether the remote interface is there before they use the REST interface. */
export const xmlRpcNotice = endpoint({
  method: 'GET', path: '/rpc/xmlrpc', tag: TAG, summary: 'Says that XML-RPC is not offered',
})
export const xmlRpcCall = endpoint({
  allowedInReadOnlyMode: true,
  method: 'POST', path: '/rpc/xmlrpc', tag: TAG, summary: 'Answers each XML-RPC call with a fault: it is not offered',
  encoding: 'bytes', allowWithoutToken: true,
})
