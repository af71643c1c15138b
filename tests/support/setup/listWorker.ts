import { setEnvironmentData } from 'node:worker_threads'
import { inject } from 'vitest'

setEnvironmentData('cliente-list-worker', inject('base').listWorker)
