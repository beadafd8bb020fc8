export const SERVICE_PATH = '/rpc/json-rpc/confluenceservice-v2'
