import type { DataModule } from '../data/data-module'
import type { GatewayData } from './data-routes'

/** Stored results as the window sees them: all rows in their original order. */
export function gatewayData({ service, handlers }: Pick<DataModule, 'service' | 'handlers'>): GatewayData {
  const view = { sort: null, filters: [], search: '' }
  return {
    get: service.artifacts.get,
    named: service.artifacts.named,
    rows: async (artifactId, from, count) => handlers['artifact.rows']({ artifactId, view, from, count }),
  }
}
