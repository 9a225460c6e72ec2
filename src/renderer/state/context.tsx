import { createContext, type ReactNode, useContext } from 'react'
import { useStore } from 'zustand'
import type { Client } from '../../shared/ipc/client'
import type { BackgroundMusic } from '../tools/background-music'
import type { PlayedPositions } from '../voice/played-positions'
import type { Actions } from './actions'
import type { AppState } from './app-state'
import type { AppStore } from './store'

/** The app's services for components. */
export interface AppServices {
  readonly store: AppStore
  readonly client: Client
  readonly actions: Actions
  /** The background music. */
  readonly music: Pick<BackgroundMusic, 'playing' | 'onChange' | 'stop'>
  /** How much of each turn was played. */
  readonly heard: PlayedPositions
  /** Milliseconds since the epoch. */
  now(): number
}

const ServicesContext = createContext<AppServices | null>(null)

/** Provides the app's services to its children. */
export function ServicesProvider({ services, children }: { readonly services: AppServices; readonly children: ReactNode }) {
  return <ServicesContext.Provider value={services}>{children}</ServicesContext.Provider>
}

/** The current services. */
export function useServices(): AppServices {
  const services = useContext(ServicesContext)
  if (services === null) throw new Error('useServices needs a ServicesProvider above it')
  return services
}

/** A part of the state; the component is rendered again when it changes. The selector must not create new objects. */
export function useApp<Part>(selector: (state: AppState) => Part): Part {
  return useStore(useServices().store.api, selector)
}
