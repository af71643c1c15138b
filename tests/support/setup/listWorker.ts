import { setEnvironmentData } from 'node:worker_threads'
import { inject } from 'vitest'

setEnvironmentData('listWorker', inject('base').listWorker)
