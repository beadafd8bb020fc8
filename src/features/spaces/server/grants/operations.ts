import { badRequest } from '#platform/server/http/errors.ts'
import { SPACE_PERMISSIONS, type SpacePermission } from '../permissions.ts'

/** An operation as the REST interface names it. */
export interface Operation {
  targetType: string
  operationKey: string
}

const WIRE_NAMES: Partial<Record<SpacePermission, Operation>> = {
  'delete_own:content': { targetType: 'space', operationKey: 'delete_own' },
  'restrict_content:space': { targetType: 'space', operationKey: 'restrict' },
}

/** The old product archived mail in spaces; scripts that copy permissions still name it. It means nothing here. */
const MEANINGLESS = 'space delete_mail'

const BY_WIRE_NAME = new Map<string, SpacePermission>(
  SPACE_PERMISSIONS.map(permission => [wireName(operationOf(permission)), permission]),
)
// The spelling of the newer product.
BY_WIRE_NAME.set('space restrict_content', 'restrict_content:space')

/** How the REST interface names a permission. */
export function operationOf(permission: SpacePermission): Operation {
  const [operationKey = '', targetType = ''] = permission.split(':')
  return WIRE_NAMES[permission] ?? { targetType, operationKey }
}

/** @throws HttpError 400 that names the first operation that no space knows */
export function permissionsOf(operations: readonly Operation[]): Set<SpacePermission> {
  const permissions = new Set<SpacePermission>()
  for (const operation of operations) {
    const permission = BY_WIRE_NAME.get(wireName(operation))
    if (permission) permissions.add(permission)
    else if (wireName(operation) !== MEANINGLESS) {
      throw badRequest(
        'Unknown operation: targetType {{targetType}}, operationKey {{operationKey}}. Known are {{known}}',
        {
          values: {
            targetType: operation.targetType,
            operationKey: operation.operationKey,
            known: [...BY_WIRE_NAME.keys()].join(', '),
          },
          forPrograms: true,
        },
      )
    }
  }
  return permissions
}

function wireName({ targetType, operationKey }: Operation): string {
  return `${targetType} ${operationKey}`.toLowerCase()
}
