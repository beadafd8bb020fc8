/**
 * Words of vendors in the search for shapes. Their icons are trade marks; the library's neutral shapes are found
 * instead.
 */
import type { ShapeCategory, ShapeDefinition } from './contract.ts'

/** Vendors whose services or devices a category covers. */
const OF_CATEGORY: Readonly<Partial<Record<ShapeCategory, readonly string[]>>> = {
  cloud: [
    'aws',
    'amazon',
    'azure',
    'microsoft',
    'google',
    'gcp',
    'ibm',
    'oracle',
    'alibaba',
    'openstack',
    'digitalocean',
  ],
  network: ['cisco', 'juniper', 'fortinet', 'meraki', 'aruba', 'ubiquiti', 'mikrotik', 'huawei', 'citrix'],
}

/** Products that a single shape represents. */
const OF_SHAPE: Readonly<Record<string, readonly string[]>> = {
  'cloud.orchestrator': ['kubernetes', 'k8s', 'eks', 'aks', 'gke', 'openshift', 'rancher'],
  'cloud.cluster': ['kubernetes', 'k8s', 'pods', 'fargate', 'ecs'],
  'cloud.container': ['kubernetes', 'k8s', 'pod', 'docker', 'podman', 'ecr'],
  'cloud.load-balancer': ['kubernetes', 'ingress', 'nginx', 'haproxy', 'f5'],
  'cloud.volume': ['kubernetes', 'ebs', 'persistent'],
  'cloud.secret': ['kubernetes', 'kms'],
  'cloud.function': ['functions', 'cloudrun'],
  'cloud.bucket': ['gcs', 'minio'],
  'cloud.database': ['dynamodb', 'aurora', 'cosmos', 'bigtable', 'spanner', 'postgresql', 'mysql', 'mongodb'],
  'cloud.analytics': ['bigquery', 'redshift', 'athena', 'synapse', 'snowflake'],
  'cloud.cache': ['elasticache', 'memcached', 'valkey'],
  'cloud.cdn': ['cloudfront', 'akamai', 'cloudflare', 'fastly'],
  'cloud.dns': ['route53'],
  'cloud.stream': ['kinesis', 'pubsub', 'rabbitmq'],
  'cloud.messaging': ['eventbridge', 'pubsub', 'rabbitmq'],
  'cloud.identity': ['entra', 'cognito', 'okta', 'keycloak'],
  'cloud.monitoring': ['cloudwatch', 'prometheus', 'grafana', 'datadog'],
  'cloud.logs': ['cloudtrail', 'splunk', 'elasticsearch'],
  'cloud.machine-learning': ['sagemaker', 'vertex', 'openai'],
  'software.pipeline': ['jenkins', 'github', 'gitlab', 'codepipeline'],
}

/** Shorter beginnings of a vendor's word would find whole categories while the user types another word. */
const SHORTEST = 3

/** Shapes that represent a product. */
export const vendorShapes: readonly string[] = Object.keys(OF_SHAPE)

const ALL = new Set([...Object.values(OF_CATEGORY), ...Object.values(OF_SHAPE)].flat())

/** Whether a word of a search begins the name of a vendor or a product. */
export function isOfVendor(word: string): boolean {
  return word.length >= SHORTEST && [...ALL].some(name => name.startsWith(word))
}

/** Whether a shape represents a vendor or product whose name begins with a word of a search. */
export function isVendorEquivalent({ id, category }: ShapeDefinition, word: string): boolean {
  if (word.length < SHORTEST) return false
  const names = [...(OF_CATEGORY[category] ?? []), ...(Object.hasOwn(OF_SHAPE, id) ? (OF_SHAPE[id] ?? []) : [])]
  return names.some(name => name.startsWith(word))
}
