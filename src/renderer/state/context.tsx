import { createContext, type ReactNode, useContext } from 'react'
import { useStore } from 'zustand'
import type { Client } from '../../shared/ipc/client'
import type { BackgroundMusic } from '../tools/background-music'
import type { PlayedPositions } from '../voice/played-positions'
import type { Actions } from './actions'
import type { AppState } from './app-state'
import type { AppStore } from './store'

/** What components reach the app through. */
export interface AppServices {
  readonly store: AppStore
  readonly client: Client
  readonly actions: Actions
  /** What plays behind the conversation. */
  readonly music: Pick<BackgroundMusic, 'playing' | 'onChange' | 'stop'>
  /** How far each turn was heard. */
  readonly heard: PlayedPositions
  /** Milliseconds since the epoch. */
  now(): number
}

const ServicesContext = createContext<AppServices | null>(null)

/** Gives everything below the app's services. */
export function ServicesProvider({ services, children }: { readonly services: AppServices; readonly children: ReactNode }) {
  return <ServicesContext.Provider value={services}>{children}</ServicesContext.Provider>
}

/** The services in force. */
export function useServices(): AppServices {
  const services = useContext(ServicesContext)
  if (services === null) throw new Error('useServices needs a ServicesProvider above it')
  return services
}

/** One part of the state; the component is drawn again when that part changes. The selector must not build new objects. */
export function useApp<Part>(selector: (state: AppState) => Part): Part {
  return useStore(useServices().store.api, selector)
}
