/** A provider on loopback that answers diligently after a while, and counts what arrives at the same time. */
import { type LoopbackProvider, type LoopbackReply, startLoopbackProvider } from '../../src/testing/index.ts';
import { answerDiligently } from '../model/diligent-model.ts';

export interface Traffic {
  /** Calls under way at most. */
  most: number;
  readonly beganAt: number[];
}

export interface FleetProvider {
  readonly provider: LoopbackProvider;
  readonly traffic: Traffic;
}

/** Held, the first call waits for a second one. */
export async function startProvider(
  latencyMs = 0,
  usage?: LoopbackReply['usage'],
  isHeld = false,
): Promise<FleetProvider> {
  const provider = await startLoopbackProvider();
  const traffic: Traffic = { most: 0, beganAt: [] };
  let open = 0;
  const areTwo = Promise.withResolvers<void>();
  provider.otherwise((request) => {
    open += 1;
    traffic.most = Math.max(traffic.most, open);
    if (traffic.most > 1) areTwo.resolve();
    traffic.beganAt.push(performance.now());
    const { reply } = answerDiligently(request);
    return {
      ...reply,
      latencyMs,
      ...(isHeld ? { until: areTwo.promise } : {}),
      chunkChars: 4000,
      ...(usage === undefined ? {} : { usage }),
      onEnd: () => {
        open -= 1;
      },
    };
  });
  return { provider, traffic };
}
