// Written by npm run shelf.
/** A sample call of each popular sender. */
export const senderSamples = [
  {
    "id": "github-push",
    "label": "GitHub, push",
    "headers": {
      "x-github-event": "push",
      "user-agent": "GitHub-Hookshot/0000000"
    },
    "deliveryIdHeader": "x-github-delivery",
    "payload": {
      "ref": "refs/heads/main",
      "before": "1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d",
      "after": "8f3c1d9a6b2e4f7081c5d3e2a9b4c6d7e8f90a1b",
      "created": false,
      "deleted": false,
      "forced": false,
      "compare": "https://github.com/octo-org/hello/compare/1a2b3c4d5e6f...8f3c1d9a6b2e",
      "repository": {
        "id": 1296269,
        "full_name": "octo-org/hello",
        "html_url": "https://github.com/octo-org/hello"
      },
      "pusher": {
        "name": "mona"
      },
      "sender": {
        "login": "mona"
      },
      "commits": [
        {
          "id": "8f3c1d9a6b2e4f7081c5d3e2a9b4c6d7e8f90a1b",
          "message": "Greet in the language of the reader",
          "timestamp": "2026-03-01T12:00:00Z",
          "url": "https://github.com/octo-org/hello/commit/8f3c1d9a6b2e4f7081c5d3e2a9b4c6d7e8f90a1b",
          "author": {
            "name": "Mona",
            "username": "mona"
          },
          "added": [
            "src/languages.ts"
          ],
          "removed": [],
          "modified": [
            "src/greet.ts"
          ]
        }
      ]
    }
  },
  {
    "id": "gitlab-pipeline",
    "label": "GitLab, failed pipeline",
    "headers": {
      "x-gitlab-event": "Pipeline Hook"
    },
    "deliveryIdHeader": "x-gitlab-event-uuid",
    "payload": {
      "object_kind": "pipeline",
      "object_attributes": {
        "id": 31,
        "ref": "main",
        "status": "failed",
        "detailed_status": "failed",
        "duration": 63,
        "url": "https://gitlab.example.com/octo/hello/-/pipelines/31"
      },
      "user": {
        "name": "Mona",
        "username": "mona"
      },
      "project": {
        "name": "hello",
        "path_with_namespace": "octo/hello",
        "web_url": "https://gitlab.example.com/octo/hello"
      },
      "commit": {
        "id": "8f3c1d9a6b2e4f7081c5d3e2a9b4c6d7e8f90a1b",
        "title": "Greet in the language of the reader",
        "message": "Greet in the language of the reader"
      },
      "builds": [
        {
          "id": 380,
          "stage": "build",
          "name": "compile",
          "status": "success",
          "duration": 21
        },
        {
          "id": 381,
          "stage": "test",
          "name": "unit",
          "status": "failed",
          "duration": 42
        }
      ]
    }
  },
  {
    "id": "stripe-payment",
    "label": "Stripe, payment received",
    "headers": {},
    "payload": {
      "id": "evt_sample",
      "object": "event",
      "type": "payment_intent.succeeded",
      "created": 1772366400,
      "livemode": false,
      "data": {
        "object": {
          "id": "pi_sample",
          "object": "payment_intent",
          "amount": 5990,
          "amount_received": 5990,
          "currency": "eur",
          "description": "Order 1042",
          "status": "succeeded"
        }
      }
    }
  },
  {
    "id": "shopify-order",
    "label": "Shopify, new order",
    "headers": {
      "x-shopify-topic": "orders/create",
      "x-shopify-shop-domain": "acme-bakery.example"
    },
    "deliveryIdHeader": "x-shopify-webhook-id",
    "payload": {
      "id": 8209829119461,
      "name": "#1042",
      "created_at": "2026-03-01T12:00:00Z",
      "currency": "EUR",
      "total_price": "59.90",
      "financial_status": "paid",
      "fulfillment_status": null,
      "line_items": [
        {
          "title": "Rye flour 25 kg",
          "quantity": 2,
          "price": "21.50"
        },
        {
          "title": "Sea salt 1 kg",
          "quantity": 6,
          "price": "2.82"
        }
      ]
    }
  },
  {
    "id": "alertmanager-alert",
    "label": "Prometheus Alertmanager, firing",
    "headers": {
      "user-agent": "Alertmanager/0.27.0"
    },
    "payload": {
      "version": "4",
      "receiver": "tellhook",
      "status": "firing",
      "groupLabels": {
        "alertname": "DiskAlmostFull"
      },
      "commonLabels": {
        "alertname": "DiskAlmostFull",
        "severity": "warning"
      },
      "commonAnnotations": {
        "summary": "Less than 10 % of the disk is free"
      },
      "externalURL": "https://alerts.example.com",
      "alerts": [
        {
          "status": "firing",
          "labels": {
            "alertname": "DiskAlmostFull",
            "severity": "warning",
            "instance": "db-1"
          },
          "annotations": {
            "summary": "Less than 10 % of the disk is free"
          },
          "startsAt": "2026-03-01T12:00:00Z",
          "endsAt": "0001-01-01T00:00:00Z",
          "generatorURL": "https://prometheus.example.com/graph"
        }
      ]
    }
  },
  {
    "id": "uptimerobot-down",
    "label": "UptimeRobot, monitor down",
    "headers": {},
    "payload": {
      "monitorID": "777712827",
      "monitorURL": "https://www.example.com",
      "monitorFriendlyName": "Shop",
      "alertType": "1",
      "alertTypeFriendlyName": "Down",
      "alertDetails": "Connection timeout",
      "alertDateTime": "1772366400"
    }
  }
] as const;
