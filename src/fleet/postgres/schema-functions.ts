/**
 * Holds the SQL of database functions that several workers decide by together, in one round trip under one lock: who may call a
 * provider now, and whether a call still fits the limits of its run. The rules are those of models/concurrency-limiter.ts and
 * protocol/budget/run-account.ts. Created by schema.ts.
 */

export const PERMIT_FUNCTIONS = `
  CREATE FUNCTION consensus_review.acquire_permit(
    p_provider text, p_id text, p_worker text, p_max integer, p_dead_ms double precision
  ) RETURNS TABLE (granted boolean, wait_ms double precision, paused_ms double precision)
  LANGUAGE plpgsql AS $$
  DECLARE
    p consensus_review.providers;
    taken integer;
    at timestamptz;
  BEGIN
    INSERT INTO consensus_review.providers (name, max_concurrency, limit_now)
      VALUES (p_provider, p_max, p_max) ON CONFLICT DO NOTHING;
    SELECT * INTO p FROM consensus_review.providers WHERE name = p_provider FOR UPDATE;
    at := clock_timestamp();
    IF p.paused_until > at THEN
      RETURN QUERY SELECT false, 0::double precision, 1000 * extract(epoch FROM p.paused_until - at)::double precision;
      RETURN;
    END IF;
    IF p.per_second IS NOT NULL AND p.next_at > at THEN
      RETURN QUERY SELECT false, 1000 * extract(epoch FROM p.next_at - at)::double precision, 0::double precision;
      RETURN;
    END IF;
    DELETE FROM consensus_review.permits m WHERE m.provider = p_provider AND NOT EXISTS (
      SELECT 1 FROM consensus_review.workers w WHERE w.id = m.worker AND w.status IN ('running', 'draining')
        AND w.beat_at > at - p_dead_ms * interval '1 millisecond');
    SELECT count(*) INTO taken FROM consensus_review.permits m WHERE m.provider = p_provider;
    IF taken >= p.limit_now THEN
      RETURN QUERY SELECT false, 0::double precision, 0::double precision;
      RETURN;
    END IF;
    INSERT INTO consensus_review.permits (id, provider, worker, burst)
      VALUES (p_id, p_provider, p_worker, p.burst) ON CONFLICT DO NOTHING;
    UPDATE consensus_review.providers SET next_at = greatest(next_at, at) + interval '1 second' / coalesce(per_second, 1e9)
      WHERE name = p_provider;
    RETURN QUERY SELECT true, 0::double precision, 0::double precision;
  END $$;

  CREATE FUNCTION consensus_review.release_permit(p_id text, p_feedback text) RETURNS void
  LANGUAGE plpgsql AS $$
  DECLARE
    held consensus_review.permits;
  BEGIN
    DELETE FROM consensus_review.permits WHERE id = p_id RETURNING * INTO held;
    IF held.id IS NULL THEN RETURN; END IF;
    IF p_feedback = 'too-many' THEN
      UPDATE consensus_review.providers
        SET limit_now = greatest(1, limit_now / 2), burst = burst + 1, went_well = 0
        WHERE name = held.provider AND burst = held.burst;
    ELSIF p_feedback = 'well' THEN
      UPDATE consensus_review.providers SET
          went_well = CASE WHEN went_well + 1 >= limit_now THEN 0 ELSE went_well + 1 END,
          limit_now = CASE WHEN went_well + 1 >= limit_now THEN least(max_concurrency, limit_now + 1) ELSE limit_now END
        WHERE name = held.provider;
    END IF;
  END $$;
`;

export const CLAIM_FUNCTIONS = `
  CREATE FUNCTION consensus_review.claim_usage(
    p_run text, p_key text, p_epoch bigint, p_tokens bigint, p_usd double precision, p_tail boolean
  ) RETURNS TABLE (granted boolean, may_help boolean)
  LANGUAGE plpgsql AS $$
  DECLARE
    a consensus_review.accounts;
    known consensus_review.claims;
    settled_tokens bigint;
    settled_usd double precision;
    open_tokens bigint;
    open_usd double precision;
    top_tokens bigint;
    top_usd double precision;
  BEGIN
    SELECT * INTO a FROM consensus_review.accounts WHERE run_id = p_run FOR UPDATE;
    SELECT * INTO known FROM consensus_review.claims c WHERE c.run_id = p_run AND c.key = p_key;
    IF known.key IS NOT NULL AND (NOT known.is_open OR known.epoch >= p_epoch) THEN
      RETURN QUERY SELECT known.epoch <= p_epoch, false;
      RETURN;
    END IF;
    IF known.key IS NOT NULL THEN
      -- In flight when its worker died: nobody can tell what it cost, so it is booked as claimed.
      UPDATE consensus_review.claims c SET key = p_key || '@' || known.epoch, is_open = false
        WHERE c.run_id = p_run AND c.key = p_key;
    END IF;
    SELECT coalesce(sum(c.tokens) FILTER (WHERE NOT c.is_open), 0), coalesce(sum(c.usd) FILTER (WHERE NOT c.is_open), 0),
           coalesce(sum(c.tokens) FILTER (WHERE c.is_open), 0), coalesce(sum(c.usd) FILTER (WHERE c.is_open), 0)
      INTO settled_tokens, settled_usd, open_tokens, open_usd
      FROM consensus_review.claims c WHERE c.run_id = p_run;
    top_tokens := a.max_tokens - CASE WHEN p_tail THEN 0 ELSE a.reserved_tokens END;
    top_usd := a.max_usd - CASE WHEN p_tail THEN 0 ELSE a.reserved_usd END;
    IF coalesce(settled_tokens + open_tokens + p_tokens > top_tokens, false)
        OR coalesce(settled_usd + open_usd + p_usd > top_usd, false) THEN
      RETURN QUERY SELECT false, open_tokens > 0 AND NOT (coalesce(settled_tokens + p_tokens > top_tokens, false)
        OR coalesce(settled_usd + p_usd > top_usd, false));
      RETURN;
    END IF;
    INSERT INTO consensus_review.claims (run_id, key, epoch, tokens, usd) VALUES (p_run, p_key, p_epoch, p_tokens, p_usd);
    RETURN QUERY SELECT true, false;
  END $$;
`;
