-- An order in one round trip. The claim comes first and gates every effect; one implicit transaction holds the claim, the
-- answer, the order, its lines, history, payment and outbox row, the spent attempt, the frozen cart and the stock. What
-- this function returns is committed and remembered; what it raises (SQLSTATE PO001, the problem's name as message, its
-- facts as detail) is rolled back and frees the key. As a volatile function it takes a fresh snapshot for each statement,
-- so the loser of a claim reads the winner's answer in the same round trip.
create function place_order(
  the_account uuid, the_key text, the_bucket date, the_fingerprint bytea,
  the_body bytea, the_location text, awaits_payment boolean,
  the_attempt bytea, the_cart uuid, the_cart_version integer, lines jsonb,
  the_order uuid, the_reference text, the_total integer, the_currency text, the_email text, the_ship_to jsonb,
  the_payment uuid, the_method text, lease_seconds integer,
  the_history uuid, the_message uuid, the_message_payload jsonb, the_time timestamptz,
  claim_timeout_ms integer, effect_timeout_ms integer,
  out won boolean, out fingerprint bytea, out status smallint, out content_type text,
  out location text, out etag text, out body bytea, out provisional boolean
) language plpgsql volatile as $$
declare
  cart carts%rowtype;
  existing jsonb;
  short jsonb;
begin
  perform set_config('lock_timeout', claim_timeout_ms::text, true);
  insert into idempotency_keys as k
    (account_id, key, bucket, operation, fingerprint, status, content_type, location, etag, body, provisional)
  values (the_account, the_key, the_bucket, 'orders.place', the_fingerprint,
          201, 'application/json', the_location, '"1"', the_body, awaits_payment)
  on conflict do nothing;
  won := found;
  if not won then
    select k.fingerprint, k.status, k.content_type, k.location, k.etag, k.body, k.provisional
      into strict fingerprint, status, content_type, location, etag, body, provisional
      from idempotency_keys k
     where k.account_id = the_account and k.key = the_key and k.bucket = the_bucket;
    return;
  end if;
  perform set_config('lock_timeout', effect_timeout_ms::text, true);

  -- The cart is locked first, then products in order of SKU: one global order, so no two orders can deadlock.
  select * into cart from carts c where c.id = the_cart and c.account_id = the_account for update;
  if not found then
    raise exception 'not-found' using errcode = 'PO001', detail = '{}';
  end if;
  if cart.ordered_at is not null then
    select jsonb_build_object('orderId', o.id, 'reference', o.reference) into strict existing
      from orders o where o.cart_id = the_cart;
    raise exception 'cart-already-ordered' using errcode = 'PO001', detail = existing::text;
  end if;
  if cart.version <> the_cart_version then
    raise exception 'cart-changed' using errcode = 'PO001',
      detail = jsonb_build_object('currentVersion', cart.version)::text;
  end if;

  perform from products p
    where p.sku in (select l ->> 'sku' from jsonb_array_elements(lines) l) order by p.sku for no key update;
  select jsonb_agg(jsonb_build_object('sku', p.sku, 'available', p.stock) order by p.sku) into short
    from jsonb_array_elements(lines) l join products p on p.sku = l ->> 'sku'
   where p.stock < (l ->> 'quantity')::integer;
  if short is not null then
    raise exception 'out-of-stock' using errcode = 'PO001', detail = jsonb_build_object('lines', short)::text;
  end if;
  update products p set stock = p.stock - (l ->> 'quantity')::integer, version = p.version + 1, updated_at = now()
    from jsonb_array_elements(lines) l where p.sku = l ->> 'sku';

  insert into orders (id, reference, account_id, cart_id, status, total_amount, currency, email, ship_to, created_at, updated_at)
  values (the_order, the_reference, the_account, the_cart, 'pending_payment', the_total, the_currency, the_email,
          the_ship_to, the_time, the_time);
  insert into order_lines (order_id, position, sku, name, quantity, unit_amount, total_amount)
  select the_order, n, l ->> 'sku', l ->> 'name', (l ->> 'quantity')::integer, (l ->> 'unitAmount')::integer,
         (l ->> 'quantity')::integer * (l ->> 'unitAmount')::integer
    from jsonb_array_elements(lines) with ordinality as e(l, n);
  insert into order_history (id, order_id, from_status, to_status, version, actor)
  values (the_history, the_order, null, 'pending_payment', 1, 'buyer');
  insert into payments (id, order_id, status, method, amount, currency, intent_key, intent_bucket, leased_until, epoch)
  values (the_payment, the_order, 'in_flight', the_method, the_total, the_currency, the_key, the_bucket,
          now() + make_interval(secs => lease_seconds), 1);
  insert into outbox (id, topic, order_id, payload)
  values (the_message, 'order.placed', the_order, the_message_payload);
  update carts c set ordered_at = now(), version = c.version + 1, updated_at = now() where c.id = the_cart;

  if the_attempt is not null then
    update checkout_attempts a set spent_at = now(), order_id = the_order
     where a.token_hash = the_attempt and a.account_id = the_account and a.cart_id = the_cart and a.spent_at is null;
    if not found then
      raise exception 'not-found' using errcode = 'PO001', detail = '{}';
    end if;
  end if;
end $$;
