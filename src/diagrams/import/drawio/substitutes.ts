/**
 * Substitutes for draw.io's product icons. Those libraries have thousands, most of them trade marks; the substitute is
 * chosen by words of the name.
 */
import type { ShapeStyle } from '../../model/document.ts'
import { findShape } from '../../shapes/library.ts'
import { colourOf, withAlpha, type Style } from './style.ts'

/** Libraries of machines, services and people; elsewhere the words mean other things. */
const LIBRARIES =
  /^mxgraph\.(?:aws\w*|gcp\w*|azure\w*|mscae|office|citrix\w*|veeam\w*|networks\w*|cisco\w*|kubernetes\w*|ibm\w*|alibaba_cloud|openstack|sap\w*)\./

/** By words in a name; the first match wins. */
const WORDS: readonly (readonly [words: string, shape: string])[] = [
  ['arrow|edge|group|rect|frame|template|border|line|flat', ''],
  ['lambda|function|functions|functionapp', 'cloud.function'],
  ['load balancer|load balancing|elb|elastic load|balancing', 'cloud.load-balancer'],
  ['api gateway|api management|endpoints?', 'cloud.api-gateway'],
  [
    'internet gateway|nat gateway|customer gateway|vpn gateway|router|gateway|direct connect|interconnect',
    'network.router',
  ],
  ['firewall|waf', 'network.firewall'],
  ['switch|hub', 'network.switch'],
  ['cloudfront|cdn|content delivery', 'cloud.cdn'],
  ['route 53|dns|domain', 'cloud.dns'],
  ['s3|bucket|blob|object storage|cloud storage', 'cloud.bucket'],
  ['glacier|archive|backup|recovery|snapshot', 'cloud.archive'],
  ['ebs\\d*|volume|disk|vhd|persistent disk', 'cloud.volume'],
  ['elasticache|cache|memorystore|redis|memcached?', 'cloud.cache'],
  [
    'dynamodb|rds\\w*|aurora|database|sql\\w*|db|bigtable|spanner|datastore|firestore|cosmos|redshift|simpledb\\d*|documentdb|neptune|bigquery',
    'cloud.database',
  ],
  ['sqs|queue|pub ?sub|pubsub', 'cloud.queue'],
  ['sns|topic|event grid', 'cloud.topic'],
  ['kinesis|stream|firehose|event hub|dataflow|kafka|msk', 'cloud.stream'],
  ['service bus|message|messaging|mq|eventbridge|event|rule', 'cloud.messaging'],
  ['email|mail|ses|exchange|outlook', 'cloud.mail'],
  ['notification|alarm|alert|bell', 'cloud.notification'],
  ['cloudtrail|logs?|logging|audit', 'cloud.logs'],
  ['cloudwatch|monitor\\w*|stackdriver|health|insights', 'cloud.monitoring'],
  ['autoscaling|auto scaling|scaling', 'cloud.cluster'],
  ['athena|analytics|quicksight|glue|emr|mapreduce|dataproc|report|power bi|kibana|elasticsearch', 'cloud.analytics'],
  ['sagemaker|machine learning|ml|ai|vision|brain|tensorflow|rekognition', 'cloud.machine-learning'],
  ['bot|lex|alexa|robot\\w*', 'cloud.bot'],
  ['eks|kubernetes|gke|aks', 'cloud.orchestrator'],
  ['ecs|ecr|fargate|container|docker|registry', 'cloud.container'],
  ['cluster|fleet', 'cloud.cluster'],
  ['ec2|compute|instances?|virtual machine|vm|machine', 'cloud.compute'],
  ['iam|identity|cognito|active directory|directory|role|permissions?|sso|mfa', 'cloud.identity'],
  ['kms|secrets?|key|lock|credentials?|vault|encrypted?', 'cloud.secret'],
  ['certificate|acm|ssl|tls', 'cloud.certificate'],
  ['guardduty|security|shield|inspector|macie|secure\\w*|protected', 'cloud.security'],
  ['vpc|vnet|subnet|virtual network|virtual private|network|peering|vpn', 'cloud.network'],
  ['step functions|workflow|logic app|composer|data pipeline', 'software.workflow'],
  ['codepipeline|codebuild|codedeploy|codecommit|devops|pipeline|build', 'software.pipeline'],
  ['cloudformation|stack|deployment manager', 'software.blocks'],
  ['scheduler|cron|scheduled', 'cloud.scheduler'],
  ['billing|cost|budget|price|payment', 'cloud.billing'],
  ['users|people|group|team|community', 'network.user-group'],
  ['user|person|client|customer|agent|administrator|employee|operator', 'network.user'],
  ['laptop', 'network.laptop'],
  ['mobile|phone|smartphone|iphone|cell', 'network.smartphone'],
  ['tablet|ipad', 'network.tablet'],
  ['desktop|computer|workstation|pc|thin client|terminal', 'network.pc'],
  ['printer', 'network.printer'],
  ['camera', 'network.camera'],
  ['factory', 'network.factory'],
  ['house|home', 'network.house'],
  ['building|office|corporate|data center|datacenter', 'network.offices'],
  ['car|truck|vehicle', 'network.vehicle'],
  ['sensor|thermostat|iot\\w*|greengrass|device', 'network.sensor'],
  ['lightbulb|bulb', 'software.idea'],
  ['internet|globe|web|website|browser', 'cloud.internet'],
  ['search', 'cloud.search'],
  ['server|host|hypervisor|mainframe', 'network.server'],
  ['storage|nas|san|efs|filestore|file share|data', 'network.storage'],
  ['document|file|report|page', 'software.file'],
  ['application|app|service|beanstalk|app engine|app service', 'software.application'],
  ['cloud', 'network.cloud'],
]

const KNOWN = WORDS.map(([words, shape]) => ({ sign: new RegExp(`\\b(?:${words})\\b`), shape }))

export const SUBSTITUTES: readonly string[] = WORDS.flatMap(([, shape]) => (shape === '' ? [] : [shape]))

/** A similar library shape; undefined when no word matches. */
export function substituteOf(name: string): { shape: string; label: string } | undefined {
  if (!LIBRARIES.test(name)) return undefined
  // The last part is the name; the folders before it say little: `compute.ec2_instances`.
  const words = name
    .slice(name.lastIndexOf('.') + 1)
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase()
  const shape = KNOWN.find(({ sign }) => sign.test(words))?.shape
  const label = shape && findShape(shape)?.name
  return shape && label ? { shape, label } : undefined
}

/** Brightness threshold of light colours. */
const LIGHT = 0.72

/**
 * Style of a substitute: its colour, pale and translucent, as the original does not fill its whole box and may overlap
 * visible content.
 */
export function paleStyle(look: ShapeStyle, kind: 'icon' | 'box'): ShapeStyle {
  const { fill, stroke } = look
  const filled = fill.kind === 'solid' ? fill.colour : fill.kind === 'gradient' ? fill.from : null
  if (filled === null || brightness(filled) > LIGHT) {
    if (kind === 'box' || (stroke.colour !== 'none' && brightness(stroke.colour) <= LIGHT)) return look
    return { ...look, stroke: { ...stroke, colour: '#555555', width: Math.max(1, stroke.width) } }
  }
  return {
    ...look,
    fill: { kind: 'solid', colour: withAlpha(filled, 0.14) },
    stroke: { colour: filled, width: kind === 'icon' ? 1.5 : 1 },
  }
}

/** Whether the label is inside the shape in a colour legible only on a dark fill. */
export function hasLightLabel(value: string, { values }: Style): boolean {
  const colour = colourOf(values.get('fontColor'), '#000000')
  const isInside = [values.get('labelPosition') ?? 'center', values.get('verticalLabelPosition') ?? 'middle'].every(
    at => at === 'center' || at === 'middle',
  )
  return value !== '' && isInside && colour !== null && brightness(colour) > LIGHT
}

/** Perceived brightness, 0 to 1. */
function brightness(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
  return 0.299 * red + 0.587 * green + 0.114 * blue
}
